import vectorKeys from "../vectors/keys.json";
import moreKeys from "../vectors/more-keys.json";
import refusedKeys from "../vectors/refused-keys.json";

/** The files of `refused-keys.json` were made with OpenSSL 3.0 and OpenSSH: each has a message of its own. */
const keys = { ...vectorKeys, ...moreKeys, ...refusedKeys };

/** The name of one of the throw-away keys that the vectors were made with. */
export type KeyFile = keyof typeof keys;

export const vectorKeyFiles: readonly string[] = Object.keys(vectorKeys);
export const moreKeyFiles: readonly string[] = Object.keys(moreKeys);

/** The passphrase of every encrypted file. */
export const passphrase = "correct horse";

export function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function bytesToBase64Url(bytes: Uint8Array): string {
  return bytesToBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

export function keyBytes(file: KeyFile): Uint8Array<ArrayBuffer> {
  return base64ToBytes(keys[file]);
}

export function keyText(file: KeyFile): string {
  return new TextDecoder().decode(keyBytes(file));
}

export function isText(file: KeyFile): boolean {
  return !file.endsWith(".der");
}

/** A PEM file's body as DER, read in the most literal way: these files are known to be in order. */
export function pemToDer(pem: string): Uint8Array<ArrayBuffer> {
  return base64ToBytes(pem.replace(/-----[^-]+-----/g, "").replace(/\s/g, ""));
}

export function derToPem(der: Uint8Array, label: string): string {
  const body = bytesToBase64(der).replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
}

/** An RSA key as its JWK, with the members that WebCrypto exports. */
export async function rsaJwk(der = keyBytes("rsa2048.pkcs8.der")): Promise<JsonWebKey> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
  return crypto.subtle.exportKey(
    "jwk",
    await crypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]),
  );
}
