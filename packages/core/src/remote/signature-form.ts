import { decodeBase64 } from "../encoding/base64.ts";
import { bytesOf } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { ecdsaFromDer, ecdsaToDer } from "../key/ecdsa-signature.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import { shownErrorName } from "./error-names.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** Bytes of an ECDSA signature on P-256 as r‖s, the form of PKCS#11. */
const rawLength = 64;

/** The longest ECDSA signature on P-256 in DER, the form of AWS KMS. */
const longestDer = 72;

/**
 * The signature that `sign` returned, in the form that CloudFront takes, as a copy: what is checked is what is
 * used. `subject` says what it is in messages: `returned`, `returned an answer whose Signature is`.
 */
export function readSignature(
  value: unknown,
  subject: string,
  { keyType, modulusLength }: RemotePublicKey,
): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(value);
  if (bytes === undefined) return refuseValue(value, subject);
  if (keyType === "EC") return readEcdsaSignature(bytes, subject);
  const expected = Math.ceil((modulusLength ?? 0) / 8);
  return bytes.length === expected
    ? new Uint8Array(bytes)
    : failed(
        `${subject} ${bytes.length} bytes, and a signature of publicKey, an RSA key of ${modulusLength} bits, has ${expected}; ${isEcdsa(bytes) ? "this one is of ECDSA: " : ""}pass the public key of the key that signs`,
      );
}

function readEcdsaSignature(bytes: Uint8Array, subject: string): Uint8Array<ArrayBuffer> {
  if (bytes.length === rawLength) return ecdsaToDer(bytes);
  if (isEcdsa(bytes)) return new Uint8Array(bytes);
  return failed(
    `${subject} ${bytes.length} bytes that are no signature on P-256, the curve of publicKey; return the DER, or the ${rawLength} bytes r‖s, of the key that belongs to it`,
  );
}

function isEcdsa(bytes: Uint8Array): boolean {
  return bytes.length === rawLength || (bytes.length <= longestDer && ecdsaFromDer(bytes) !== undefined);
}

function refuseValue(value: unknown, subject: string): never {
  if (typeof value === "string") return failed(`${subject} ${describeText(value)}`);
  const error = returnedError(value);
  if (error !== undefined) return failed(error);
  if (memberOf(value, "Signature") !== undefined)
    return failed(`${subject} an object with Signature; return the bytes in it: result.Signature`);
  return failed(`${subject} ${describeType(value)}; return the signature as a Uint8Array`);
}

function describeText(text: string): string {
  if (text.includes("-----BEGIN"))
    return "a PEM, which a signature never is; return the bytes that the key made";
  // The first characters will do: a text can be long.
  const isBase64 = text.length > 0 && decodeBase64(text.slice(0, 1024).replace(/=+$/, "")) !== undefined;
  return isBase64
    ? "base64 text; decode it: Uint8Array.from(atob(text), (c) => c.charCodeAt(0))"
    : `a text of ${text.length} characters; return the signature as a Uint8Array`;
}

/** For an error that was returned, as functions do that catch what a client throws. */
export function returnedError(value: unknown): string | undefined {
  const isError =
    Object.prototype.toString.call(value) === "[object Error]" ||
    typeof memberOf(value, "$fault") === "string";
  if (!isError) return undefined;
  const name = shownErrorName(value);
  return `returned an error${name === undefined ? "" : ` (${name})`}; throw it, so that it can be read and tried again`;
}

function failed(problem: string): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem);
}
