import { type RecentlyUsed, recentlyUsed } from "../cache/recently-used.ts";
import { sharedResult } from "../cache/shared-result.ts";
import { encodeBase64Url } from "../encoding/base64.ts";
import { maxImportedKeys, maxRememberedLength } from "../limits.ts";
import type { HashAlgorithm } from "./algorithm.ts";
import { type Jwk, keyMembers } from "./jwk.ts";
import type { KeySource } from "./key-source.ts";
import type { ImportedSigningKey } from "./signing-key.ts";

/** Imports a key; rejects with the fault of the key, or with the error of an option. */
export type KeyImport = () => Promise<ImportedSigningKey>;

let imports: RecentlyUsed<KeyImport> | undefined;

/** Numbers of the KeyObjects that were seen. Those of `node:crypto` cannot change. */
let keyObjects: WeakMap<object, number> | undefined;
let lastKeyObject = 0;

/**
 * Clears this package's cache of private keys, so that the next use of a key reads and imports it again.
 *
 * A process remembers the last 128 private keys that you passed as text, bytes, JWK or `KeyObject`. For each one
 * it keeps the non-extractable `CryptoKey` (before the first signature: the numbers of the key), and the content
 * and passphrase to recognize it. It keeps them until other keys replace them, you call this function, or the
 * process ends. Existing signers keep their key.
 *
 * It does not remember a `CryptoKey`, a remote signer, an invalid key, a key that `loadedKey` loaded, or a key that has
 * more than 16,000 characters together with its passphrase. Never throws.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner, forgetImportedKeys } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { expiresIn: "1h" });
 * forgetImportedKeys();
 * ```
 */
export function forgetImportedKeys(): void {
  imports = undefined;
}

/**
 * The import of a key, begun at most once for all who use the key. `prepare` checks the key if it is not remembered.
 */
export function rememberedImport(identity: string, prepare: () => KeyImport): KeyImport {
  imports ??= recentlyUsed(maxImportedKeys);
  return imports.use(identity, (forget) => sharedResult(prepare(), forget));
}

/**
 * What an import depends on, as one text; `undefined` for a key that is never remembered. The text itself, because a hash
 * costs too much in each call: SHA-256 of the PEM of an RSA key takes 12 µs in JavaScript and 41 µs in WebCrypto, a tenth
 * and a third of a P-256 signature (Node.js 20, 2026-11-29). SECURITY.md says so.
 */
export function importIdentity(
  source: KeySource,
  passphrase: unknown,
  hash: HashAlgorithm | undefined,
): string | undefined {
  // Anything but text is not a passphrase, and does not decrypt a key.
  const secret = typeof passphrase === "string" ? passphrase : "";
  const content = contentIdentity(source);
  if (content === undefined) return undefined;
  // With its length, so that no two passphrases and contents make the same text.
  const identity = `${hash ?? ""} ${secret.length} ${secret} ${content}`;
  return identity.length > maxRememberedLength ? undefined : identity;
}

function contentIdentity(source: KeySource): string | undefined {
  switch (source.kind) {
    case "text":
      return `text ${source.text}`;
    case "bytes":
      return `bytes ${encodeBase64Url(source.bytes)}`;
    case "JWK":
      return jwkIdentity(source.jwk);
    case "KeyObject":
      return `KeyObject ${keyObjectNumber(source.object)}`;
    case "CryptoKey":
      return undefined;
  }
}

/** Only of text, as every JWK in order is: anything else could change. */
function jwkIdentity(jwk: Jwk): string | undefined {
  const values = keyMembers.map((name): unknown => jwk[name] ?? "");
  return values.every((value) => typeof value === "string") ? `JWK ${JSON.stringify(values)}` : undefined;
}

function keyObjectNumber(keyObject: object): number {
  keyObjects ??= new WeakMap();
  const known = keyObjects.get(keyObject) ?? ++lastKeyObject;
  keyObjects.set(keyObject, known);
  return known;
}
