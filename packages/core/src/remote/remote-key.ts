import { fail, startingAtCaller } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import { callOptionNames, type RemoteCallOptions, readCallOptions, readSign } from "./call-options.ts";
import { checkedSigner, readSignature } from "./checked-signer.ts";
import { isTransientError } from "./client-error.ts";
import { readRemotePublicKey } from "./public-key.ts";
import { type RemoteCall, RemoteCalls } from "./remote-calls.ts";

/** Options of {@link remoteKey}. */
export interface RemoteKeyOptions extends RemoteCallOptions {
  /** The public half of the key. It shows whether the key is RSA or EC, and is used to check each signature. */
  readonly publicKey: PublicKeySource;
  /** The hash that `sign` uses. Default `"SHA256"`, for RSA too. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** Signs `bytes`, which are not hashed yet: RSASSA-PKCS1-v1_5, or ECDSA on P-256 as DER or as the 64 bytes r‖s. */
  readonly sign: (bytes: Uint8Array, call: RemoteCall) => Uint8Array | PromiseLike<Uint8Array>;
  /**
   * Whether to try again after an error that `sign` threw. Default: throttling, failures of the service and of the
   * network, as the AWS SDKs and the runtimes report them. An attempt that takes too long is always tried again.
   */
  readonly retryIf?: ((error: unknown) => boolean) | undefined;
}

/**
 * Makes a remote signer for a key that another service, process or device holds: pass it as `privateKey` to
 * `createCloudFrontSigner`. Nothing is called before the first signature.
 *
 * The signer checks each signature against `publicKey`, so that it never returns one of another key or of other
 * bytes. It retries after temporary failures.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html#private-content-creating-cloudfront-key-pairs | Create key pairs for your signers}
 * @param options the public half of the key, and the function that signs
 * @returns the remote signer; it rejects with `ERR_SIGNING_FAILED`, `ERR_SIGNING_UNAVAILABLE`, `ERR_SIGNING_TIMEOUT`,
 * `ERR_SIGNING_QUEUE_FULL`, or with the reason of `signal`
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options; `ERR_DATE_INVALID` for
 * `timeout` and `deadline`.
 * @throws `ERR_KEY_INVALID`, `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for `publicKey`.
 * @example
 * ```ts
 * import { createSign } from "node:crypto";
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { remoteKey } from "cloudfront-sign-webcrypto/remote";
 *
 * const signer = createCloudFrontSigner({
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: remoteKey({
 *     publicKey: process.env.CLOUDFRONT_PUBLIC_KEY!,
 *     // In production: a call to the service that holds the key.
 *     sign: async (bytes) => createSign("SHA256").update(bytes).sign(process.env.CLOUDFRONT_PRIVATE_KEY!),
 *   }),
 *   maxLifetime: "8h",
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export function remoteKey(options: RemoteKeyOptions): RemoteSigner {
  return startingAtCaller(remoteKey, () => makeRemoteKey(options));
}

function makeRemoteKey(options: RemoteKeyOptions): RemoteSigner {
  const names = ["publicKey", "hashAlgorithm", "sign", "retryIf", ...callOptionNames] as const;
  const read = readOptions("options", options, names);
  const sign = readSign(read.sign, "async (bytes, { abortSignal }) => signature");
  const hashAlgorithm = checkHashAlgorithm(read.hashAlgorithm) ?? "SHA256";
  const publicKey = readRemotePublicKey(read.publicKey, hashAlgorithm);
  const calls = new RemoteCalls(readCallOptions(read), { isTransient: readRetryIf(read.retryIf) });
  return checkedSigner({
    publicKey,
    hashAlgorithm,
    signal: read.signal,
    sign: async (bytes, signal) => {
      const returned = await calls.call((call) => sign(new Uint8Array(bytes), call), signal);
      return readSignature(returned, "returned", publicKey);
    },
    signer: "the key that signed",
  });
}

/** The option `retryIf`. It must answer at once: a Promise would count as true. */
function readRetryIf(retryIf: ((error: unknown) => unknown) | undefined): (error: unknown) => boolean {
  if (retryIf === undefined) return isTransientError;
  if (typeof retryIf !== "function")
    refuseRetryIf(`is ${describeType(retryIf)}; pass a function that returns true or false for an error`);
  return (error) => {
    let answer: unknown;
    try {
      answer = retryIf(error);
    } catch (cause) {
      refuseRetryIf("threw an error; see the cause of this error", cause);
    }
    return typeof answer === "boolean"
      ? answer
      : refuseRetryIf(`returned ${describeType(answer)}; return true or false`);
  };
}

function refuseRetryIf(problem: string, cause?: unknown): never {
  return fail("ERR_OPTION_INVALID", "retryIf", problem, cause);
}
