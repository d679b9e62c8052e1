import { decodeBase64 } from "../encoding/base64.ts";
import { fail } from "../errors.ts";
import { kindOf } from "../options.ts";
import type { ImportedKey } from "./algorithm.ts";
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
): Key | ImportedKey {
  // Told by what it has: in old versions of workerd it has no tag.
  if ("usages" in Object(source)) return source as ImportedKey;
  const kind = kindOf(source);
  if (kind === "Object") return reader.jwk(source as Jwk, option);
  if (/^Uint8|Buffer$/.test(kind)) {
    const bytes = new Uint8Array(source as ArrayBuffer);
    // DER starts with a SEQUENCE; a PEM, a comment before it or a byte order mark does not.
    return bytes[0] === 0x30 ? reader.der(bytes, option) : readKey(new TextDecoder().decode(bytes), reader, option);
  }

  const text = typeof source === "string" ? source.replace(/\\+[nr]/g, "\n").trim() : "";
  const keys: Key[] = [];
  const rest = text.replace(/-----BEGIN ([\w ]+)-----([\s\S]*?)-----END \1-----/g, (_, label: string, body: string) => {
    if (label.endsWith(`${reader.half} KEY`)) {
      if (label.startsWith("OPENSSH")) unsupportedKey(option, "OpenSSH", "convert it: ssh-keygen -p -m PKCS8 -f key");
      if (body.includes("DEK-Info")) unsupportedKey(option, "DEK-Info encryption", convertIt);
      keys.push(reader.der(decodeBase64(body) ?? invalidKey(option), option));
    }
    return "";
  });
  const [key] = keys;
  if (/-----(BEGIN|END) /.test(rest)) invalidKey(option);
  if (keys.some(({ identity }) => identity !== key?.identity)) fail("ERR_KEY_INVALID", option, "holds different keys; pass one");
  if (key) return key;
  if (rest !== text || /^(ssh|ecdsa)-/.test(text)) wrongHalf(option, reader.half);
  if (/^[/.~]|^\w+:|\.\w{2,4}$/.test(text)) fail("ERR_KEY_INVALID", option, "is a file path; pass what is in the file");
  let content: unknown;
  try {
    content = text.startsWith("{") ? JSON.parse(text) : decodeBase64(text.replace(/["']/g, ""));
  } catch {
    // Told below: a JSON parser's own message would quote the text.
  }
  if (text && content) return readKey(content, reader, option);
  return fail(
    "ERR_KEY_INVALID",
    option,
    `expected -----BEGIN ${reader.half} KEY-----, DER, JWK or CryptoKey; received ${source === "" ? "nothing" : kind}`,
  );
}
