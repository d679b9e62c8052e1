import { utf8Bytes } from "./encoding/bytes.ts";
import { fail } from "./errors.ts";
import { checkHashAlgorithm } from "./key/algorithm.ts";
import { preparePrivateKey } from "./key/import-key.ts";
import { checkKeyPairId, readAllowEmulatorKeyPairIds } from "./key/key-pair-id.ts";
import { type PublicKeySource, readPublicKey } from "./key/public-key.ts";
import { remoteSigningKey } from "./key/remote-signer.ts";
import { readOptions } from "./options/read-options.ts";
import { type SignerKeyOptions, signerKeyNames } from "./sign/signer-key.ts";
import { signatureCheck } from "./verify/key-group.ts";

/**
 * Checks that a private key belongs to the public key that CloudFront has for its ID. Nothing else notices a wrong
 * pair but CloudFront, which denies every URL. It makes one signature, also with a remote signer.
 *
 * Call it in `load` of a {@link loadedKey}, so that a wrong secret fails when it is loaded and signing continues with the
 * last key; or before {@link createCloudFrontSigner}, so that the program does not start with a wrong key.
 *
 * @see {@link https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_GetPublicKey.html | GetPublicKey}
 * @param key the private key and its ID, as `createCloudFrontSigner` takes them
 * @param publicKey the public key that you uploaded to CloudFront under this ID; or a function that gets the ID and
 * returns the public key, for example with a request to CloudFront
 * @returns a copy of `key`
 * @throws `ERR_KEY_INVALID` for `publicKey` when it does not belong to the private key.
 * @throws The errors of {@link createCloudFrontSigner} for `key`; `ERR_KEY_INVALID`, `ERR_KEY_NOT_PUBLIC`,
 * `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for a `publicKey` that cannot be read; what your function throws. All are
 * rejections.
 * @example
 * ```ts
 * import { checkKeyPair, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const key = { keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! };
 * const signer = createCloudFrontSigner({ ...(await checkKeyPair(key, process.env.CLOUDFRONT_PUBLIC_KEY!)), maxLifetime: "8h" });
 * ```
 */
export async function checkKeyPair(
  key: SignerKeyOptions,
  publicKey: PublicKeySource | ((keyPairId: string) => PublicKeySource | PromiseLike<PublicKeySource>),
): Promise<SignerKeyOptions> {
  const options = readOptions("key", key, signerKeyNames);
  const { keyPairId } = options;
  checkKeyPairId(keyPairId, readAllowEmulatorKeyPairIds(options.allowEmulatorKeyPairIds));
  const signing =
    remoteSigningKey(options.privateKey, checkHashAlgorithm(options.hashAlgorithm)) ??
    // The key is needed once, so this process does not remember it.
    (await preparePrivateKey(options.privateKey, options, "privateKey", false)());
  const text = utf8Bytes("the pair is checked");
  const signature = new Uint8Array(await signing.sign(text, "privateKey"));
  const source = typeof publicKey === "function" ? await publicKey(keyPairId) : publicKey;
  const check = signatureCheck(readPublicKey(source, "publicKey"), "publicKey");
  if ((await check(signing.hashAlgorithm, signature, text)) !== true)
    fail(
      "ERR_KEY_INVALID",
      "publicKey",
      `does not belong to privateKey, so CloudFront would deny every URL of ${keyPairId}; compare it with the public key of your private key: openssl pkey -pubout -in private.pem`,
    );
  return options;
}
