import type { CryptoKeyLike } from "../key/crypto-key.ts";
import type { PrivateKeyOptions } from "../key/import-key.ts";
import { prepareSigningKey, type SigningKey } from "../key/signing-key.ts";
import { typeTag } from "../options/type-name.ts";

/** What the import of a key depends on. */
interface KeyToImport extends PrivateKeyOptions {
  readonly content?: unknown;
}

interface Remembered {
  readonly inputs: readonly unknown[];
  readonly signingKey: () => Promise<SigningKey>;
}

let remembered: WeakMap<object, Remembered> | undefined;

/**
 * The imported key of a key object, remembered for as long as that object lives and imported again when it
 * has changed. `options` is the checked copy of `key`.
 */
export function rememberedSigningKey(
  key: object,
  options: KeyToImport,
  importedKey: CryptoKeyLike | undefined,
): Promise<SigningKey> {
  if (importedKey !== undefined) return prepareSigningKey(importedKey, options, "importedKey")();
  const { content, passphrase, hashAlgorithm } = options;
  const inputs = [content, passphrase, hashAlgorithm, ...changeableParts(content)];
  remembered ??= new WeakMap();
  const known = remembered.get(key);
  if (known !== undefined && isSameList(known.inputs, inputs)) return known.signingKey();
  const signingKey = prepareSigningKey(content, options, "content");
  remembered.set(key, { inputs, signingKey });
  return signingKey();
}

/** What can change in bytes or a JWK while the reference to them stays the same. */
function changeableParts(content: unknown): readonly unknown[] {
  if (typeof content !== "object" || content === null) return [];
  const tag = typeTag(content);
  const isBuffer = tag === "ArrayBuffer" || tag === "SharedArrayBuffer";
  // A buffer that was transferred has no bytes, and no view of it can be made.
  return isBuffer && (content as ArrayBuffer).byteLength > 0
    ? Array.from(new Uint8Array(content as ArrayBuffer))
    : Object.values(content);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
