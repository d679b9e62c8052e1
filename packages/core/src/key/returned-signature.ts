import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { maxPrivateModulusLength, minModulusLength } from "../limits.ts";
import { describeType } from "../options/type-name.ts";
import type { KeyType } from "./algorithm.ts";
import { ecdsaFromDer, ecdsaToDer } from "./ecdsa-signature.ts";

/** Bytes of an ECDSA signature on P-256 as r‖s. */
const rawLength = 64;

/** A signature of a remote signer in the form that CloudFront takes: PKCS#1 v1.5 for RSA, DER for ECDSA. */
export function cloudFrontSignature(keyType: KeyType, signature: Uint8Array, option: string): Uint8Array {
  return (
    signatureOf(keyType, signature) ??
    fail(
      "ERR_SIGNING_FAILED",
      option,
      `sign() returned ${signature.length} bytes, which are not a signature of keyType "${keyType}"; set keyType to the type of the key, and return what the key returned`,
    )
  );
}

/**
 * The same; `undefined` for bytes that are not a signature of such a key. A signature of RSA is as long as the modulus
 * (RFC 8017, section 8.2.1): `rsaLength`, where the key is known.
 */
export function signatureOf(
  keyType: KeyType,
  signature: Uint8Array,
  rsaLength?: number,
): Uint8Array | undefined {
  const { length } = signature;
  if (keyType === "EC")
    return length === rawLength ? ecdsaToDer(signature) : ecdsaFromDer(signature) && signature;
  const isLength =
    rsaLength === undefined
      ? length >= minModulusLength / 8 && length <= maxPrivateModulusLength / 8
      : length === rsaLength;
  return isLength ? signature : undefined;
}

/** The bytes that a function `sign` returned. `subject` says in messages where they stood. */
export function returnedBytes(returned: unknown, subject: string, option: string): Uint8Array {
  return (
    bytesOf(returned) ??
    fail(
      "ERR_SIGNING_FAILED",
      option,
      `${subject} ${describeType(returned)}; return the signature as a Uint8Array (decode a string, or take the bytes out of an object); if signing failed, throw the error`,
    )
  );
}
