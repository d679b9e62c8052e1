import { decodeBase64 } from "../encoding/base64.ts";
import { fail } from "../errors.ts";
import { kindOf } from "../options.ts";
import type { CryptoKeyLike } from "./algorithm.ts";
import type { Jwk } from "./jwk.ts";
import { convertIt, invalidKey, unsupportedKey, wrongHalf } from "./key-error.ts";

/** What is a key to one kind of reader. */
export interface KeyReader<Key> {
  readonly half: "PRIVATE" | "PUBLIC";
  der(bytes: Uint8Array, option: string): Key;
  jwk(jwk: Jwk, option: string): Key;
}

/**
 * Reads a key in whatever form people have it: PEM with all that comes along (quotes, comments, other blocks, `\n` as two characters, any
 * line breaks), base64 of a PEM, DER as bytes or base64, a JWK as object or JSON text, a `CryptoKey`.
 */
export function readKey<Key extends { readonly identity: string }>(
  source: unknown,
  reader: KeyReader<Key>,
  option: string,
): Key | CryptoKeyLike {
  const kind = kindOf(source);
  if ("usages" in Object(source)) return source as CryptoKeyLike;
  if (kind === "Object") return reader.jwk(source as Jwk, option);
  if (kind === "string") return readKeyText((source as string).replace(/\\+[nr]/g, "\n").trim(), reader, option);
  if (!/^Uint8|Buffer$/.test(kind)) fail("ERR_KEY_INVALID", option, `expected PEM, DER, JWK or CryptoKey; received ${kind}`);
  const bytes = new Uint8Array(source as ArrayBuffer);
  // DER starts with a SEQUENCE; a PEM, a comment before it or a byte order mark does not.
  return bytes[0] === 0x30 ? reader.der(bytes, option) : readKey(new TextDecoder().decode(bytes), reader, option);
}

function readKeyText<Key extends { readonly identity: string }>(text: string, reader: KeyReader<Key>, option: string): Key | CryptoKeyLike {
  const blocks = [...text.matchAll(/-----BEGIN ([\w ]+)-----([\s\S]*?)-----END \1-----/g)];
  if (text.split(/-----(?:BEGIN|END) /).length !== 2 * blocks.length + 1) invalidKey(option, "cut off: no BEGIN or no END line");
  if (blocks.length > 0) {
    const keys = blocks
      .filter(([, label]) => label?.endsWith(`${reader.half} KEY`))
      .map(([, label, body = ""]) => {
        if (label?.startsWith("OPENSSH")) unsupportedKey(option, "an OpenSSH key", "convert it: ssh-keygen -p -m PKCS8 -f key");
        if (body.includes("DEK-Info")) unsupportedKey(option, "encrypted the traditional way", convertIt);
        return reader.der(decodeBase64(body) ?? invalidKey(option, "corrupted: not base64"), option);
      });
    if (keys.some(({ identity }) => identity !== keys[0]?.identity)) fail("ERR_KEY_INVALID", option, "holds different keys; pass one");
    return keys[0] ?? wrongHalf(option, reader.half, blocks.map(([, label]) => label).join());
  }
  if (/^(ssh|ecdsa)-/.test(text)) wrongHalf(option, reader.half, "OpenSSH public key");
  if (/^[/.~]|^\w+:|\.\w{2,4}$/.test(text)) fail("ERR_KEY_INVALID", option, "is a file path; pass what is in the file");
  let content: unknown;
  try {
    content = text.startsWith("{") ? JSON.parse(text) : decodeBase64(text.replace(/["']/g, ""));
  } catch {
    // Told below: a JSON parser's own message would quote the text.
  }
  if (!text || !content) fail("ERR_KEY_INVALID", option, `is no PEM and no base64; expected -----BEGIN ${reader.half} KEY-----`);
  return readKey(content, reader, option);
}
