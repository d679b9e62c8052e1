import { sharedResult } from "../cache/shared-result.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowEmulatorKeyPairIds } from "../key/key-pair-id.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { type RemoteSigner, remoteSigningKey } from "../key/remote-signer.ts";
import type { SigningKey } from "../key/signing-key.ts";

/** A private key, and the ID of its public key in CloudFront. */
export interface SignerKeyOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /**
   * Accepts an ID of any shape, such as emulators use (a UUID, any first letter), if it breaks neither a URL nor
   * a cookie. Default `false`: CloudFront has no such IDs.
   */
  readonly allowEmulatorKeyPairIds?: boolean | undefined;
  /** The private key in any form, or a remote signer. */
  readonly privateKey: PrivateKeySource | RemoteSigner;
  /**
   * Decrypts an encrypted PKCS#8 key; it has no effect on any other. A wrong passphrase is found at the first
   * use, which rejects with `ERR_KEY_PASSPHRASE`.
   */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"` for RSA, `"SHA256"` for EC. `"SHA256"` adds `Hash-Algorithm=SHA256`. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

export const signerKeyNames = [
  "keyPairId",
  "allowEmulatorKeyPairIds",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
] as const;

/** A key that is ready to sign, with its ID: one value, so that no signature goes with another key's ID. */
export interface KeyWithId {
  readonly keyPairId: string;
  readonly signingKey: SigningKey;
}

/**
 * Checks ID and key at once; the function imports the key on its first call, and waits for the same import later. The
 * process need not remember a key that its owner recognizes by other means.
 */
export function prepareKeyWithId(options: SignerKeyOptions, isRemembered = true): () => Promise<KeyWithId> {
  const allowAny = readAllowEmulatorKeyPairIds(options.allowEmulatorKeyPairIds);
  const keyPairId = checkKeyPairId(options.keyPairId, allowAny);
  const importKey = prepareSigningKey(options, isRemembered);
  // One object for all signatures: the memory of a signer compares it.
  return sharedResult(async () => ({ keyPairId, signingKey: await importKey() }));
}

function prepareSigningKey(options: SignerKeyOptions, isRemembered: boolean): () => Promise<SigningKey> {
  const { privateKey } = options;
  // Text, as most keys are, is not a remote signer; the functions for one are then never compiled.
  const remote =
    typeof privateKey === "string"
      ? undefined
      : remoteSigningKey(privateKey, checkHashAlgorithm(options.hashAlgorithm));
  return remote === undefined
    ? preparePrivateKey(privateKey, options, "privateKey", isRemembered)
    : async () => remote;
}
