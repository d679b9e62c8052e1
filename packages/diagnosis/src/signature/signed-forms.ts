import { base64 } from "cloudfront-sign-webcrypto/internals";
import { digestOf, hexOf } from "./signature-hash.ts";

/** What was handed to the signing function instead of a policy in UTF-8. */
export type SignedForm =
  | "byte-order-mark"
  | "utf-16-little-endian"
  | "utf-16-big-endian"
  | "utf-16-little-endian-with-mark"
  | "utf-16-big-endian-with-mark"
  | "latin-1"
  | "base64"
  | "cloudfront-base64"
  | "percent-encoded"
  | "json-string"
  | "sha1-digest"
  | "sha256-digest"
  | "sha1-hex"
  | "sha256-hex"
  | "sha1-base64"
  | "sha256-base64";

type Bytes = Uint8Array<ArrayBuffer>;

/** What each form makes of the text of a policy, most frequent first. */
const writers: Record<SignedForm, (policy: string) => Bytes | Promise<Bytes>> = {
  "sha1-digest": (policy) => digest("SHA-1", policy),
  "sha256-digest": (policy) => digest("SHA-256", policy),
  "sha1-hex": async (policy) => utf8(hexOf(await digest("SHA-1", policy))),
  "sha256-hex": async (policy) => utf8(hexOf(await digest("SHA-256", policy))),
  base64: (policy) => utf8(btoa(binary(utf8(policy)))),
  "cloudfront-base64": (policy) => utf8(base64.encodeCloudFront(utf8(policy))),
  "utf-16-little-endian": (policy) => utf16(policy, true),
  "byte-order-mark": (policy) => utf8(`\ufeff${policy}`),
  "utf-16-big-endian": (policy) => utf16(policy, false),
  "utf-16-little-endian-with-mark": (policy) => utf16(`\ufeff${policy}`, true),
  "utf-16-big-endian-with-mark": (policy) => utf16(`\ufeff${policy}`, false),
  "latin-1": (policy) => Uint8Array.from(policy, (character) => character.charCodeAt(0)),
  // Halves of surrogate pairs, which cannot be encoded, are U+FFFD in UTF-8.
  "percent-encoded": (policy) => utf8(encodeURIComponent(new TextDecoder().decode(utf8(policy)))),
  "json-string": (policy) => utf8(JSON.stringify(policy)),
  "sha1-base64": async (policy) => utf8(btoa(binary(await digest("SHA-1", policy)))),
  "sha256-base64": async (policy) => utf8(btoa(binary(await digest("SHA-256", policy)))),
};

export function signedForms(): SignedForm[] {
  return Object.keys(writers) as SignedForm[];
}

/** The bytes that were signed: those of the policy in UTF-8, unless a form is given. */
export async function signedBytes(policy: string, form: SignedForm | undefined): Promise<Bytes> {
  return form === undefined ? utf8(policy) : writers[form](policy);
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function utf16(text: string, isLittleEndian: boolean): Bytes {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}

function digest(hash: string, policy: string): Promise<Bytes> {
  return digestOf(hash, utf8(policy));
}

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
