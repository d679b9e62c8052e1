import { type RecentlyUsed, recentlyUsed } from "../cache/recently-used.ts";
import { sharedResult } from "../cache/shared-result.ts";
import { encodeBase64Url } from "../encoding/base64.ts";
import type { HashAlgorithm } from "./algorithm.ts";
import { type Jwk, keyMembers } from "./jwk.ts";
import type { KeySource } from "./key-source.ts";
import { maxImportedKeys } from "./limits.ts";
import type { ImportedSigningKey } from "./signing-key.ts";

/** Imports a key; rejects with what is wrong with it. */
export type KeyImport = () => Promise<ImportedSigningKey>;

interface RememberedImport {
  /** The option that the errors of this import name. */
  readonly option: string;
  readonly importKey: KeyImport;
}

let imports: RecentlyUsed<RememberedImport> | undefined;

/** Numbers of the KeyObjects that were seen, which cannot change. */
let keyObjects: WeakMap<object, number> | undefined;
let lastKeyObject = 0;

/**
 * Empties this package's memory of private keys, so that the next use of a key reads and imports it again.
 *
 * A process remembers the last 128 private keys that it used as text, bytes, JWK or `KeyObject`: the
 * non-extractable `CryptoKey`, and the content and passphrase by which it is found again. They stay until
 * others take their place, until this function is called or until the process ends. A signer that exists
 * already keeps its `CryptoKey`. Nothing is remembered of a `CryptoKey`, of a remote signer or of a key that
 * was refused.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner, forgetImportedKeys } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
 * await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { expiresIn: "1h" });
 * forgetImportedKeys();
 * ```
 */
export function forgetImportedKeys(): void {
  imports = undefined;
}

/**
 * The import of a key, begun at most once for all who use the key. `prepare` checks the key if it is not
 * remembered.
 */
export function rememberedImport(identity: string, option: string, prepare: () => KeyImport): KeyImport {
  imports ??= recentlyUsed(maxImportedKeys);
  const memory = imports;
  const remembered = memory.use(identity, () => {
    const importKey = prepare();
    const refuse = (error: unknown): never => {
      memory.forget(identity);
      throw error;
    };
    return { option, importKey: sharedResult(() => importKey().catch(refuse)) };
  });
  if (remembered.option === option) return remembered.importKey;
  // Its errors name the option of another function: an import of one's own names the right one.
  return sharedResult(() => remembered.importKey().catch(() => prepare()()));
}

/** What an import depends on, as one text; `undefined` for a key that is never remembered. */
export function importIdentity(
  source: KeySource,
  passphrase: unknown,
  hash: HashAlgorithm | undefined,
): string | undefined {
  const content = contentIdentity(source);
  // Anything but text is no passphrase, and does not decrypt a key.
  const secret = typeof passphrase === "string" ? passphrase : "";
  // With its length, so that no two passphrases and contents make the same text.
  return content && `${hash ?? ""} ${secret.length} ${secret} ${content}`;
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

/** Only of text, which is what a JWK consists of: anything else is refused, and could change. */
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
