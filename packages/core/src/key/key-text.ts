import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey } from "./key-error.ts";
import { refuseReference, refuseText } from "./not-a-key.ts";
import { isOpensshPrivateKey } from "./openssh.ts";
import { type PemBlock, readPemBlocks } from "./pem.ts";

/** The form of a key that came as text or bytes. */
export type KeyText =
  | { readonly kind: "DER"; readonly der: Uint8Array }
  | { readonly kind: "PEM"; readonly blocks: readonly PemBlock[] }
  | { readonly kind: "JWK text"; readonly value: object }
  | { readonly kind: "OpenSSH private key"; readonly bytes: Uint8Array }
  | { readonly kind: "OpenSSH public key"; readonly line: string };

export function readKeyBytes(bytes: Uint8Array, option: string): KeyText {
  return readBinary(bytes) ?? readKeyText(new TextDecoder().decode(bytes), option);
}

/** DER starts with a SEQUENCE; a PEM, a comment before it or a byte order mark does not. */
function readBinary(bytes: Uint8Array): KeyText | undefined {
  if (bytes[0] === 0x30) return { kind: "DER", der: bytes };
  return isOpensshPrivateKey(bytes) ? { kind: "OpenSSH private key", bytes } : undefined;
}

/** Reads a text; throws unless it holds something in the form of a key. */
export function readKeyText(source: string, option: string): KeyText {
  const text = source.trim();
  if (text.startsWith("-----BEGIN%20") || /^%2D%2D%2D/i.test(text))
    invalidKey(option, "is a PEM with percent-encoding; decode it: decodeURIComponent(text)");
  const plain = readPlainText(text, option);
  if (plain) return plain;
  refuseReference(text, option);
  return readBase64(text, option);
}

/** A PEM, a line of OpenSSH or the JSON of a JWK. */
function readPlainText(text: string, option: string): KeyText | undefined {
  // Line breaks that were escaped, once or more often. No backslash is part of a key.
  const blocks = readPemBlocks(text.replace(/\\[nr]/g, "\n").replaceAll("\\", ""), option);
  if (blocks.length > 0) return { kind: "PEM", blocks };
  if (/^(ssh|ecdsa|sk)-/.test(text)) return { kind: "OpenSSH public key", line: text };
  return text.startsWith("{") ? { kind: "JWK text", value: parseJson(text, option) } : undefined;
}

/** The key in a text that is base64, once or more often. */
function readBase64(text: string, option: string): KeyText {
  let encoded = text;
  // Each decoding leaves a quarter less, so that this ends.
  for (;;) {
    const bytes = decodeBase64(encoded.replace(/\\[nr]|["'\\]/g, ""));
    if (!bytes || bytes.length === 0) return refuseText(text, option);
    const binary = readBinary(bytes);
    if (binary) return binary;
    encoded = new TextDecoder().decode(bytes).trim();
    const plain = readPlainText(encoded, option);
    if (plain) return plain;
  }
}

function parseJson(text: string, option: string): object {
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
