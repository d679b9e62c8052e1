import { fail } from "../errors.ts";
import type { AnyAbortSignal } from "../options/abort-signal.ts";
import { memberOf } from "../options/read-properties.ts";
import type { HashAlgorithm, KeyType } from "./algorithm.ts";
import { named, readProperties } from "./key-error.ts";
import { cloudFrontSignature, returnedBytes } from "./returned-signature.ts";
import type { SigningKey } from "./signing-key.ts";

/**
 * A signer whose key is elsewhere: in AWS KMS, an HSM, another process. Make it with `remoteKey`, `awsKmsKey` or
 * `pkcs11Key` of `cloudfront-sign-webcrypto/remote`, which check each signature and retry after temporary failures.
 * Nothing checks the signatures of one that you write yourself: with a wrong key or hash, every URL gets a 403.
 *
 * @example
 * ```ts
 * import { createSign } from "node:crypto";
 * import { createCloudFrontSigner, type RemoteSigner } from "cloudfront-sign-webcrypto";
 *
 * const remote: RemoteSigner = {
 *   keyType: "RSA",
 *   hashAlgorithm: "SHA256",
 *   // In production: a request to the service that has the key.
 *   sign: async (bytes) => createSign("SHA256").update(bytes).sign(process.env.CLOUDFRONT_PRIVATE_KEY!),
 * };
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: remote, maxLifetime: "8h" });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export interface RemoteSigner {
  /** Type of the key. */
  readonly keyType: KeyType;
  /** The hash that `sign` uses. */
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * If `sign` rejects with the reason of this signal, the signer rejects with the same reason, not with
   * `ERR_SIGNING_FAILED`.
   */
  readonly signal?: AnyAbortSignal | undefined;
  /**
   * Signs bytes. The signers of `cloudfront-sign-webcrypto/remote` have this function. For a key in any other
   * place, you write it.
   *
   * @param bytes the policy, not hashed yet
   * @param options the signal of this one signature, if `signUrl`, `signCookies` or `grant` got one
   * @returns the signature: PKCS#1 v1.5 for RSA; DER or the 64 bytes r‖s for EC. In bytes of its own, which no other
   * call writes to
   * @throws `ERR_SIGNING_FAILED`, `ERR_SIGNING_UNAVAILABLE`, `ERR_SIGNING_TIMEOUT` and `ERR_SIGNING_QUEUE_FULL` from the
   * signers of `cloudfront-sign-webcrypto/remote`. What your own function throws becomes the `cause` of an `ERR_SIGNING_FAILED`.
   */
  sign(bytes: Uint8Array, options?: RemoteSignOptions): Promise<Uint8Array>;
}

/** Options of one signature of a {@link RemoteSigner}. */
export interface RemoteSignOptions {
  /** Ends this signature, which nobody waits for any more. */
  readonly signal?: AnyAbortSignal | undefined;
}

/** A remote signer as a signing key; `undefined` when the value has no function `sign`. */
export function remoteSigningKey(value: unknown, hash: HashAlgorithm | undefined): SigningKey | undefined {
  const option = "privateKey";
  // A copy: what is checked here is what gets used.
  const { keyType, hashAlgorithm, signal, sign } = named(option, () =>
    readProperties(() => {
      const { keyType, hashAlgorithm, signal, sign } = Object(value) as Partial<RemoteSigner>;
      return { keyType, hashAlgorithm, signal, sign };
    }),
  );
  if (typeof sign !== "function") return undefined;
  if ((keyType !== "RSA" && keyType !== "EC") || (hashAlgorithm !== "SHA1" && hashAlgorithm !== "SHA256"))
    return refuseRemoteSigner(
      option,
      'whose keyType is not "RSA" or "EC", or whose hashAlgorithm is not "SHA1" or "SHA256"; set them to what sign uses',
    );
  if (hash !== undefined && hash !== hashAlgorithm)
    refuseRemoteSigner(
      option,
      `with ${hashAlgorithm}, and the option hashAlgorithm is ${hash}; leave the option out`,
    );
  return {
    keyType,
    hashAlgorithm,
    sign: async (bytes, _, signalOfCall) => {
      let returned: unknown;
      try {
        // Bytes of its own: the URL gets the ones that were to be signed.
        const given: Parameters<RemoteSigner["sign"]> = [new Uint8Array(bytes)];
        if (signalOfCall) given.push({ signal: signalOfCall });
        returned = await Reflect.apply(sign, value, given);
      } catch (cause) {
        // Of the functions in `remote/`, also of another copy of them, which say themselves what failed.
        if (memberOf(cause, "name") === "CloudFrontSignError" || isReason(cause, signal)) throw cause;
        fail(
          "ERR_SIGNING_FAILED",
          option,
          "the function sign of the remote signer failed; see the cause of this error",
          cause,
        );
      }
      return cloudFrontSignature(keyType, returnedBytes(returned, "sign() returned", option), option);
    },
  };
}

function isReason(error: unknown, signal: AnyAbortSignal | undefined): boolean {
  return memberOf(signal, "aborted") === true && memberOf(signal, "reason") === error;
}

function refuseRemoteSigner(option: string, problem: string): never {
  return fail("ERR_OPTION_INVALID", option, `is a remote signer ${problem}`);
}
