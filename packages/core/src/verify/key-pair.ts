import { utf8Bytes } from "../encoding/bytes.ts";
import { checkHashAlgorithm } from "../key/algorithm.ts";
import { type PrivateKeyOptions, prepareImport } from "../key/import-key.ts";
import { named } from "../key/key-error.ts";
import { readKeySource } from "../key/key-source.ts";
import { readPublicKey } from "../key/public-key.ts";
import { remoteSigningKey } from "../key/remote-signer.ts";
import type { SigningKey } from "../key/signing-key.ts";
import { signatureCheck } from "./key-group.ts";

/**
 * Signs a text with a private key or a remote signer, and returns the function that tells whether a public key
 * belongs to it: whether the signature is valid.
 */
export async function keyPairCheck(
  privateKey: unknown,
  options: PrivateKeyOptions,
  text: string,
): Promise<(publicKey: string, option: string) => Promise<boolean>> {
  const key = await importOnce(privateKey, options, "privateKey");
  const bytes = utf8Bytes(text);
  const signature = new Uint8Array(await key.sign(bytes, "privateKey"));
  return async (publicKey, option) => {
    const check = signatureCheck(readPublicKey(publicKey, option), option);
    return (await check(key.hashAlgorithm, signature, bytes)) === true;
  };
}

/** The key is needed once, so this process does not remember it. */
async function importOnce(
  privateKey: unknown,
  { passphrase, hashAlgorithm }: PrivateKeyOptions,
  option: string,
): Promise<SigningKey> {
  const hash = checkHashAlgorithm(hashAlgorithm);
  const remote = remoteSigningKey(privateKey, hash);
  return (
    remote ??
    prepareImport(
      named(option, () => readKeySource(privateKey)),
      passphrase,
      hash,
      option,
    )()
  );
}
