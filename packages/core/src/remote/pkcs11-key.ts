import { checkHashAlgorithm, type HashAlgorithm, type KeyType } from "../key/algorithm.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";
import { readOptions } from "../options/read-options.ts";
import type { RemoteCall } from "./attempt.ts";
import { callOptionNames, type RemoteCallOptions, readCallOptions, readSign } from "./call-options.ts";
import { checkedSigner } from "./checked-signer.ts";
import { describeOtherKey } from "./compare-keys.ts";
import { sessionConcurrency } from "./limits.ts";
import { hashNames } from "./mismatch.ts";
import { isTransientReturnValue, refusePkcs11Failure } from "./pkcs11-failure.ts";
import { readRemotePublicKey } from "./public-key.ts";
import { RemoteCalls } from "./remote-calls.ts";
import { readSignature } from "./signature-form.ts";

/** What a PKCS#11 device signs, and how. */
export interface Pkcs11SignInput {
  /** For `C_SignInit`. Signatures of `CKM_ECDSA` are r‖s. */
  mechanism: "CKM_SHA256_RSA_PKCS" | "CKM_SHA1_RSA_PKCS" | "CKM_ECDSA";
  /** For `C_Sign`: the bytes of the policy; their hash for `CKM_ECDSA`, which does not hash. */
  data: Uint8Array;
}

/** Options of {@link pkcs11Key}. */
export interface Pkcs11KeyOptions extends RemoteCallOptions {
  /**
   * The public half of the key. It shows whether the key is RSA or EC, and is used to check each signature.
   */
  readonly publicKey: PublicKeySource;
  /** Default `"SHA256"`, for RSA too. Devices in FIPS mode refuse `"SHA1"`. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** Signs with the private key in the device: `C_SignInit` and `C_Sign` in a session that is logged in. */
  readonly sign: (input: Pkcs11SignInput, call: RemoteCall) => Uint8Array | PromiseLike<Uint8Array>;
}

const example = "({ mechanism, data }) => signature";

/**
 * Makes a remote signer for a key in a device with a PKCS#11 module (a hardware security module, a smart
 * card, SoftHSM): pass it as `privateKey` to `createCloudFrontSigner`. Nothing is called before the first
 * signature.
 *
 * The signer checks each signature against `publicKey`. It makes one call at a time, because a session can
 * make only one signature at a time. With a pool of sessions, set `concurrency` to their number.
 *
 * Source: PKCS#11 Specification 3.1, "C_Sign".
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html#private-content-creating-cloudfront-key-pairs | Create key pairs for your signers}
 * @param options the public half of the key, and the function that signs in the device
 * @returns the remote signer; it rejects with `ERR_SIGNING_FAILED`, or with the reason of `signal`
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options; `ERR_DATE_INVALID` for
 * `timeout`.
 * @throws `ERR_KEY_INVALID`, `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for `publicKey`.
 * @example
 * ```ts
 * import { createSign } from "node:crypto";
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { pkcs11Key } from "cloudfront-sign-webcrypto/remote";
 *
 * const signer = createCloudFrontSigner({
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: pkcs11Key({
 *     publicKey: process.env.CLOUDFRONT_PUBLIC_KEY!,
 *     // In production: C_SignInit with this mechanism, then C_Sign.
 *     sign: ({ mechanism, data }) => {
 *       if (mechanism !== "CKM_SHA256_RSA_PKCS") throw new Error(mechanism);
 *       return createSign("SHA256").update(data).sign(process.env.CLOUDFRONT_PRIVATE_KEY!);
 *     },
 *   }),
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export function pkcs11Key(options: Pkcs11KeyOptions): RemoteSigner {
  const names = ["publicKey", "hashAlgorithm", "sign", ...callOptionNames] as const;
  const read = readOptions("options", options, names);
  const sign = readSign(read.sign, example);
  const hashAlgorithm = checkHashAlgorithm(read.hashAlgorithm) ?? "SHA256";
  const publicKey = readRemotePublicKey(read.publicKey, hashAlgorithm);
  const mechanism = mechanismOf(publicKey.keyType, hashAlgorithm);
  const settings = readCallOptions(read, sessionConcurrency);
  const calls = new RemoteCalls(settings, isTransientReturnValue, refusePkcs11Failure);
  return checkedSigner({
    publicKey,
    hashAlgorithm,
    signal: settings.signal,
    sign: async (bytes) => {
      const data = mechanism === "CKM_ECDSA" ? await digest(bytes, hashAlgorithm) : bytes;
      // Data of its own for each attempt: the caller's function may change it.
      const returned = await calls.call((call) => sign({ mechanism, data: new Uint8Array(data) }, call));
      return readSignature(returned, "returned", publicKey);
    },
    otherKey: describeOtherKey(
      "the key in the device that signed",
      "pkcs11-tool --read-object --type pubkey --label LABEL | openssl base64 -A",
    ),
  });
}

function mechanismOf(keyType: KeyType, hashAlgorithm: HashAlgorithm): Pkcs11SignInput["mechanism"] {
  if (keyType === "EC") return "CKM_ECDSA";
  return hashAlgorithm === "SHA1" ? "CKM_SHA1_RSA_PKCS" : "CKM_SHA256_RSA_PKCS";
}

async function digest(
  bytes: Uint8Array<ArrayBuffer>,
  hashAlgorithm: HashAlgorithm,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtleCrypto().digest(hashNames[hashAlgorithm], bytes));
}
