import { forgetImportedKeys } from "cloudfront-sign-webcrypto";

export const refusingMethods = ["importKey", "sign", "verify", "digest", "deriveKey"] as const;

type Method = (typeof refusingMethods)[number];

/** How a function of WebCrypto refuses a hash. */
export type Refusal = () => unknown;

/** As OpenSSL does in Node.js. */
const rejection: Refusal = async () => {
  throw new DOMException("The operation failed for an operation-specific reason", "OperationError");
};

/** Runs `action` in a runtime that refuses SHA-1 in some functions of WebCrypto. */
export async function withoutSha1<Result>(
  refusing: readonly Method[],
  action: () => Result | Promise<Result>,
  refuse: Refusal = rejection,
  isRefused: (argument: unknown) => boolean = namesSha1,
): Promise<Result> {
  forgetImportedKeys();
  // Own properties of the object itself: WebKit goes on with a `globalThis.crypto` that it has seen before.
  const { subtle } = crypto;
  for (const name of refusing) {
    const real = subtle[name] as (...args: unknown[]) => Promise<unknown>;
    const value = (...args: unknown[]) => (args.some(isRefused) ? refuse() : real.apply(subtle, args));
    Object.defineProperty(subtle, name, { value, configurable: true, writable: true });
  }
  try {
    return await action();
  } finally {
    forgetImportedKeys();
    for (const name of refusing) Reflect.deleteProperty(subtle, name);
  }
}

function namesSha1(argument: unknown): boolean {
  return argument === "SHA-1" || (Object(argument) as { hash?: unknown }).hash === "SHA-1";
}
