import { fail } from "../errors.ts";

/** The only place that reads `crypto.subtle`, when it is first needed. */
export function subtleCrypto(): SubtleCrypto {
  return (
    globalThis.crypto?.subtle ??
    fail("ERR_WEBCRYPTO_UNAVAILABLE", "crypto.subtle", "is missing; use https or localhost")
  );
}
