import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";

/** Whether a value is shaped as every public key ID in CloudFront's documentation is. */
export function isKeyPairId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z0-9]+$/.test(value);
}

/**
 * Checks the shape of a public key ID, so that a key group's ID, a key's name or `"undefined"` never ends up
 * in a URL.
 *
 * Source: CloudFront Developer Guide, "Specify signers that can create signed URLs and signed cookies".
 */
export function checkKeyPairId(value: unknown): string {
  if (isKeyPairId(value)) return value;
  return fail(
    "ERR_KEY_PAIR_ID_INVALID",
    "keyPairId",
    `expected the ID of the public key, not of a key group, such as K2JCJMDEHXQW5F; received ${kindOf(value)}`,
  );
}
