import { sharedResult } from "../cache/shared-result.ts";
import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { type RemoteSigner, remoteSigningKey } from "../key/remote-signer.ts";
import type { SigningKey } from "../key/signing-key.ts";
import type { Policy, SignedPolicy } from "./signed-policy.ts";

/** A private key, and the ID under which CloudFront knows its public half. */
export interface SignerKeyOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /**
   * Accepts an ID of any shape, such as emulators use (a UUID, any first letter), if it breaks neither a URL nor
   * a cookie. Default `false`: CloudFront has no such IDs.
   */
  readonly allowAnyKeyPairId?: boolean | undefined;
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
  "allowAnyKeyPairId",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
] as const;

/** A key that is ready to sign, with its ID: one value, so that no signature goes with another key's ID. */
export interface SignerKey {
  readonly keyPairId: string;
  readonly signingKey: SigningKey;
}

/** Checks ID and key at once; the function imports the key on its first call, and waits for the same import later. */
export function prepareSignerKey(options: SignerKeyOptions): () => Promise<SignerKey> {
  const allowAny = readAllowAnyKeyPairId(options.allowAnyKeyPairId);
  const keyPairId = checkKeyPairId(options.keyPairId, allowAny);
  const signingKey = prepareSigningKey(options);
  return sharedResult(async () => ({ keyPairId, signingKey: await signingKey() }));
}

function prepareSigningKey(options: SignerKeyOptions): () => Promise<SigningKey> {
  const { privateKey } = options;
  // Text, as most keys are, is no remote signer; the functions for one are then never compiled.
  const remote =
    typeof privateKey === "string"
      ? undefined
      : remoteSigningKey(privateKey, checkHashAlgorithm(options.hashAlgorithm));
  return remote === undefined ? preparePrivateKey(privateKey, options, "privateKey") : async () => remote;
}

let encoder: TextEncoder | undefined;

/** Signs the bytes of a policy. `option` is that of the key. */
export async function signPolicy(
  policy: Policy,
  signerKey: SignerKey | Promise<SignerKey>,
  option: string,
): Promise<SignedPolicy> {
  const { keyPairId, signingKey } = await signerKey;
  const { kind, policy: text, resource, dateLessThan } = policy;
  encoder ??= new TextEncoder();
  const bytes = encoder.encode(text);
  // PKCS#1 v1.5 for RSA, DER for ECDSA.
  const signature = encodeCloudFrontBase64(await signingKey.sign(bytes, option));
  let query = kind === "canned" ? `Expires=${dateLessThan}` : `Policy=${encodeCloudFrontBase64(bytes)}`;
  query += `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  // Without it CloudFront assumes SHA-1.
  if (signingKey.hashAlgorithm !== "SHA1") query += `&Hash-Algorithm=${signingKey.hashAlgorithm}`;
  return { kind, policy: text, resource, dateLessThan, query };
}
