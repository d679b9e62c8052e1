import { decodeBase64 } from "../encoding/base64.ts";
import { kindOf } from "../options/read-options.ts";
import type { ImportedKey } from "./crypto-key.ts";
import type { Jwk } from "./jwk.ts";
import { invalidKey } from "./key-error.ts";
import { longestKeyText } from "./limits.ts";
import { isOpensshPrivateKey } from "./openssh.ts";
import { type PemBlock, readPemBlocks } from "./pem.ts";

/** What a value that should be a key turned out to hold, before anything is known of the key itself. */
export type KeyMaterial =
  | { readonly kind: "CryptoKey"; readonly key: ImportedKey }
  | { readonly kind: "JWK"; readonly jwk: Jwk }
  | { readonly kind: "DER"; readonly der: Uint8Array }
  | { readonly kind: "PEM"; readonly blocks: readonly PemBlock[] }
  | { readonly kind: "OpenSSH private key"; readonly bytes: Uint8Array }
  | { readonly kind: "OpenSSH public key"; readonly line: string };

/** What a message says of values that are no key. */
const expected = "expected a PEM text (-----BEGIN …), DER bytes, a JWK or a CryptoKey";

/**
 * Looks into a key in whatever form people have it: PEM with all that comes along (quotes, comments, other
 * blocks, `\n` as two characters, any line breaks), base64 of a PEM, DER as bytes or base64, a JWK as object
 * or JSON text, a `CryptoKey`.
 */
export function readKeyMaterial(source: unknown, option: string): KeyMaterial {
  // Recognised by what they have: in old versions of workerd they have no tag.
  if ("usages" in Object(source)) return { kind: "CryptoKey", key: source as ImportedKey };
  if ("href" in Object(source)) invalidKey(option, `${expected}; received a URL: pass what is in the file`);
  if (typeof source === "string") return readKeyText(source, option);
  const kind = kindOf(source);
  switch (kind) {
    case "Uint8Array":
    case "Uint8ClampedArray":
    case "ArrayBuffer":
    case "SharedArrayBuffer":
      return readKeyBytes(source as ArrayBuffer | Uint8Array, option);
    case "Object":
      return { kind: "JWK", jwk: source as Jwk };
    case "Undefined":
      return invalidKey(option, `${expected}; received undefined: is the environment variable set?`);
    case "Promise":
      return invalidKey(option, `${expected}; received a Promise: await it`);
    case "KeyObject":
      return invalidKey(
        option,
        `${expected}; received a KeyObject: pass keyObject.export({ format: "jwk" })`,
      );
    case "Array":
      return invalidKey(
        option,
        `${expected}; received an array: pass Uint8Array.from(array) if these are the bytes of a key`,
      );
    default:
      return invalidKey(
        option,
        `${expected}; received ${typeof source === "object" ? "another object" : typeof source}`,
      );
  }
}

function readKeyBytes(source: ArrayBuffer | Uint8Array, option: string): KeyMaterial {
  // Of a buffer that was transferred, and of what only looks like bytes, nothing can be read.
  if (!(source.byteLength > 0))
    invalidKey(option, `${expected}; received no bytes: was the buffer transferred?`);
  if (source.byteLength > longestKeyText) {
    invalidKey(
      option,
      `has ${source.byteLength} bytes, and a key has at most ${longestKeyText}; pass the key alone`,
    );
  }
  const bytes = new Uint8Array(source);
  // DER starts with a SEQUENCE; a PEM, a comment before it or a byte order mark does not.
  if (bytes[0] === 0x30) return { kind: "DER", der: bytes };
  if (isOpensshPrivateKey(bytes)) return { kind: "OpenSSH private key", bytes };
  return readKeyText(new TextDecoder().decode(bytes), option);
}

function readKeyText(source: string, option: string): KeyMaterial {
  if (source.length > longestKeyText) {
    invalidKey(
      option,
      `has ${source.length} characters, and a key has at most ${longestKeyText}; pass the key alone`,
    );
  }
  const text = source.trim();
  // Line breaks that were escaped, once or more often. No backslash is part of a key.
  const blocks = readPemBlocks(text.replace(/\\[nr]/g, "\n").replaceAll("\\", ""), option);
  if (blocks.length > 0) return { kind: "PEM", blocks };
  if (/^(ssh|ecdsa|sk)-/.test(text)) return { kind: "OpenSSH public key", line: text };
  if (text.startsWith("{")) return { kind: "JWK", jwk: parseJwk(text, option) };
  refuseReference(text, option);
  const bytes = decodeBase64(text.replace(/\\[nr]|["'\\]/g, ""));
  // Each decoding leaves a quarter less, so that this ends.
  if (bytes && bytes.length > 0) return readKeyBytes(bytes, option);
  return invalidKey(
    option,
    text
      ? `${expected}; received other text`
      : `${expected}; received nothing: is the environment variable set?`,
  );
}

function parseJwk(text: string, option: string): Jwk {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: a parser's message quotes the text.
    return invalidKey(
      option,
      "starts like a JWK but is not JSON; copy the whole text again, and put it into single quotes in a shell",
    );
  }
}

/** Throws for text that says where a key is instead of holding it. */
function refuseReference(text: string, option: string): void {
  if (text.startsWith("arn:")) {
    const fix = text.includes(":kms:")
      ? "pass a remote signer that calls KMS: { keyType, hashAlgorithm, sign }"
      : "fetch the key and pass what is stored there";
    invalidKey(option, `is an ARN; ${fix}`);
  }
  if (/^[/.~]|^\w+:|\.\w{2,4}$/.test(text))
    invalidKey(option, "is a file path or URL; pass what is in the file");
  if (text === "undefined" || text === "null") {
    invalidKey(option, `is the text "${text}"; is the environment variable set?`);
  }
}
