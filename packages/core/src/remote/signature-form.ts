import { decodeBase64 } from "../encoding/base64.ts";
import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { ecdsaFromDer, ecdsaToDer } from "../key/ecdsa-signature.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { shownErrorName } from "./error-names.ts";
import { longestEncodedSignature } from "./limits.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** Bytes of an ECDSA signature on P-256 as r‖s, the form of PKCS#11. */
const rawLength = 64;

/** The longest ECDSA signature on P-256 in DER, the form of AWS KMS, in bytes. */
const longestDer = 72;

/**
 * The signature that `sign` returned, in the form that CloudFront takes. It is a copy: what is checked is what
 * is used. `subject` says in messages where it stood: `returned`, `returned an answer whose Signature is`.
 */
export function readSignature(
  value: unknown,
  subject: string,
  publicKey: RemotePublicKey,
): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(value);
  if (bytes === undefined) return refuseValue(value, subject, publicKey);
  if (!hasForm(bytes, publicKey)) return refuseForm(bytes, subject, publicKey);
  return publicKey.keyType === "EC" && bytes.length === rawLength ? ecdsaToDer(bytes) : new Uint8Array(bytes);
}

/** Whether bytes are in one of the forms that signatures of this key have. */
function hasForm(bytes: Uint8Array, publicKey: RemotePublicKey): boolean {
  return publicKey.keyType === "EC" ? isEcdsa(bytes) : bytes.length === rsaLength(publicKey);
}

function isEcdsa(bytes: Uint8Array): boolean {
  return bytes.length === rawLength || (bytes.length <= longestDer && ecdsaFromDer(bytes) !== undefined);
}

/** A signature of RSA is as long as the modulus (RFC 8017, section 8.2.1). */
function rsaLength({ modulusLength = 0 }: RemotePublicKey): number {
  return Math.ceil(modulusLength / 8);
}

function refuseForm(bytes: Uint8Array, subject: string, publicKey: RemotePublicKey): never {
  const { length } = bytes;
  const samePair = "pass the public key that belongs to the key that signs";
  if (publicKey.keyType === "EC") {
    return failed(
      `${subject} ${length} bytes, which are no signature of publicKey, an EC key on P-256: neither DER nor the ${rawLength} bytes r‖s; ${samePair}`,
    );
  }
  const kind = isEcdsa(bytes) ? ", a signature of ECDSA" : "";
  return failed(
    `${subject} ${length} bytes${kind}, and signatures of publicKey, an RSA key of ${publicKey.modulusLength} bits, have ${rsaLength(publicKey)}; ${samePair}`,
  );
}

function refuseValue(value: unknown, subject: string, publicKey: RemotePublicKey): never {
  if (typeof value === "string") return failed(`${subject} ${describeText(value, publicKey)}`);
  refuseReturnedError(value);
  if (memberOf(value, "Signature") !== undefined)
    return failed(`${subject} an object with the member Signature; return the bytes in it: result.Signature`);
  return failed(`${subject} ${describeType(value)}; return the signature as a Uint8Array`);
}

function describeText(text: string, publicKey: RemotePublicKey): string {
  if (text.startsWith("-----BEGIN")) return "a PEM, which no signature is; return the bytes of the signature";
  if (text.length <= longestEncodedSignature) {
    const isSignature = (bytes: Uint8Array | undefined) => bytes !== undefined && hasForm(bytes, publicKey);
    if (isSignature(decodeHexadecimal(text)))
      return "the signature as hexadecimal text; decode it into a Uint8Array";
    if (isSignature(decodeBase64(text)))
      return "the signature as base64 text; decode it: Uint8Array.from(atob(text), (c) => c.charCodeAt(0))";
  }
  return `a text of ${text.length} characters, not a signature; return the signature as a Uint8Array`;
}

function decodeHexadecimal(text: string): Uint8Array | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

/** Throws for an error that was returned, as by functions that catch what a client throws. */
export function refuseReturnedError(value: unknown): void {
  // An error of the AWS SDK keeps its members, also as plain data.
  const isError =
    /^(?:Error|DOMException)$/.test(typeTag(value)) || typeof memberOf(value, "$fault") === "string";
  if (!isError) return;
  const name = shownErrorName(value);
  failed(`returned an error${name === undefined ? "" : `, ${name}`}; throw it instead`);
}

function failed(problem: string): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem);
}
