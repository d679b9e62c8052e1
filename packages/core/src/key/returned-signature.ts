import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import type { KeyType } from "./algorithm.ts";
import { ecdsaFromDer, ecdsaToDer } from "./ecdsa-signature.ts";
import { maxPrivateModulusLength, minModulusLength } from "./limits.ts";

/** Bytes of an ECDSA signature on P-256 as r‖s. */
const rawLength = 64;

/** A signature in the form that CloudFront takes: PKCS#1 v1.5 for RSA, DER for ECDSA. */
export function cloudFrontSignature(keyType: KeyType, signature: Uint8Array, option: string): Uint8Array {
  return keyType === "EC" ? ecdsaSignature(signature, option) : rsaSignature(signature, option);
}

/** The bytes that a remote signer returned. */
export function returnedBytes(returned: unknown, option: string): Uint8Array {
  const bytes = bytesOf(returned);
  if (bytes !== undefined) return bytes;
  switch (typeTag(returned)) {
    case "Undefined":
      return failed(option, "sign() returned undefined; return the signature");
    case "String":
      return failed(option, "sign() returned a text; decode it, and return the signature as a Uint8Array");
    case "Object":
      return failed(option, "sign() returned an object; return the bytes in it, such as result.Signature");
    default:
      return failed(
        option,
        `sign() returned ${describeType(returned)}; return the signature as a Uint8Array`,
      );
  }
}

/** A signature of RSA is as long as the modulus. */
function rsaSignature(signature: Uint8Array, option: string): Uint8Array {
  const { length } = signature;
  return length >= minModulusLength / 8 && length <= maxPrivateModulusLength / 8
    ? signature
    : refuseRsaSignature(signature, option);
}

function refuseRsaSignature(signature: Uint8Array, option: string): never {
  const { length } = signature;
  if (length === rawLength || ecdsaFromDer(signature)) {
    failed(option, `sign() returned ${length} bytes, a signature of ECDSA, and keyType is "RSA"; set "EC"`);
  }
  return failed(
    option,
    `sign() returned ${length} bytes; a signature of RSA has ${minModulusLength / 8} to ${maxPrivateModulusLength / 8}: pass on what the key returned`,
  );
}

function ecdsaSignature(signature: Uint8Array, option: string): Uint8Array {
  const { length } = signature;
  if (length === rawLength) return ecdsaToDer(signature);
  if (ecdsaFromDer(signature)) return signature;
  if (length >= minModulusLength / 8) {
    failed(option, `sign() returned ${length} bytes, a signature of RSA, and keyType is "EC"; set "RSA"`);
  }
  return failed(
    option,
    `sign() returned ${length} bytes that are no signature on P-256; return the DER, or the ${rawLength} bytes r‖s`,
  );
}

function failed(option: string, problem: string): never {
  return fail("ERR_SIGNING_FAILED", option, problem);
}
