import type { HashAlgorithm, PrivateKeySource, RemoteSigner } from "cloudfront-sign-webcrypto";
import type { SigningKey } from "cloudfront-sign-webcrypto/internals";
import {
  checkHashAlgorithm,
  prepareImport,
  readKeySource,
  readPublicKey,
  remoteSigningKey,
  signatureCheck,
} from "cloudfront-sign-webcrypto/internals";
import type { UploadedKey } from "./key-documents.ts";

/** The options of a signer that say with which key it signs. */
export interface SigningKeyOptions {
  readonly privateKey: PrivateKeySource | RemoteSigner;
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * The IDs of the public keys that belong to a private key: those with which its signature is valid. Any form
 * of a private key signs, also one whose numbers cannot be read (a `CryptoKey`, AWS KMS).
 */
export async function fittingKeys(
  options: SigningKeyOptions,
  publicKeys: ReadonlyMap<string, UploadedKey>,
): Promise<ReadonlySet<string>> {
  const key = await importSigningKey(options);
  const bytes = new TextEncoder().encode("cloudfront-sign-diagnosis/doctor");
  const signature = new Uint8Array(await key.sign(bytes, "privateKey"));
  const fitting = new Set<string>();
  for (const [id, { encodedKey, problem }] of publicKeys) {
    if (problem !== undefined) continue;
    const check = signatureCheck(readPublicKey(encodedKey, "documents"), "documents");
    const result = await check(key.hashAlgorithm, signature, bytes);
    if (result === true) fitting.add(id);
  }
  return fitting;
}

/** The key is needed once, so this process does not remember it. */
async function importSigningKey(options: SigningKeyOptions): Promise<SigningKey> {
  const { privateKey, passphrase } = options;
  const hash = checkHashAlgorithm(options.hashAlgorithm);
  const remote = remoteSigningKey(privateKey, hash);
  return remote ?? prepareImport(readKeySource(privateKey, "privateKey"), passphrase, hash, "privateKey")();
}
