import type { HashAlgorithm, PrivateKeySource, RemoteSigner } from "cloudfront-sign-webcrypto";
import { keyPairCheck } from "cloudfront-sign-webcrypto/internals";
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
  { privateKey, ...options }: SigningKeyOptions,
  publicKeys: ReadonlyMap<string, UploadedKey>,
): Promise<ReadonlySet<string>> {
  const belongs = await keyPairCheck(privateKey, options, "cloudfront-sign-diagnosis/doctor");
  const fitting = new Set<string>();
  for (const [id, { encodedKey, problem }] of publicKeys)
    if (problem === undefined && (await belongs(encodedKey, "documents"))) fitting.add(id);
  return fitting;
}
