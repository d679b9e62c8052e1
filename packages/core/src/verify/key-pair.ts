import { utf8Bytes } from "../encoding/bytes.ts";
import { checkHashAlgorithm } from "../key/algorithm.ts";
import { type PrivateKeyOptions, preparePrivateKey } from "../key/import-key.ts";
import { readPublicKey } from "../key/public-key.ts";
import { remoteSigningKey } from "../key/remote-signer.ts";
import { signatureCheck } from "./key-group.ts";

/**
 * Signs a text with a private key or a remote signer, and returns the function that tells whether a public key
 * belongs to it: whether the signature is valid.
 */
export async function keyPairCheck(
  privateKey: unknown,
  options: PrivateKeyOptions,
  text: string,
): Promise<(publicKey: unknown, option: string) => Promise<boolean>> {
  // The key is needed once, so this process does not remember it.
  const key =
    remoteSigningKey(privateKey, checkHashAlgorithm(options.hashAlgorithm)) ??
    (await preparePrivateKey(privateKey, options, "privateKey", false)());
  const bytes = utf8Bytes(text);
  const signature = new Uint8Array(await key.sign(bytes, "privateKey"));
  return async (publicKey, option) => {
    const check = signatureCheck(readPublicKey(publicKey, option), option);
    return (await check(key.hashAlgorithm, signature, bytes)) === true;
  };
}
