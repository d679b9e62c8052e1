import { startingAtCaller } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { callOptionNames, type RemoteCallOptions, readCallOptions, readSign } from "./call-options.ts";
import { checkedSigner, digest, readSignature } from "./checked-signer.ts";
import { isTransientError } from "./client-error.ts";
import { readRemotePublicKey } from "./public-key.ts";
import { type ClientErrors, type RemoteCall, RemoteCalls } from "./remote-calls.ts";

/** What a PKCS#11 device signs, and how. */
export interface Pkcs11SignInput {
  /** For `C_SignInit`. Signatures of `CKM_ECDSA` are r‖s. */
  mechanism: "CKM_SHA256_RSA_PKCS" | "CKM_SHA1_RSA_PKCS" | "CKM_ECDSA";
  /** For `C_Sign`: the bytes of the policy; their hash for `CKM_ECDSA`, which does not hash. */
  data: Uint8Array;
}

/** Options of {@link pkcs11Key}. */
export interface Pkcs11KeyOptions extends RemoteCallOptions {
  /** The public half of the key. It shows whether the key is RSA or EC, and is used to check each signature. */
  readonly publicKey: PublicKeySource;
  /** Default `"SHA256"`, for RSA too. Devices in FIPS mode refuse `"SHA1"`. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** Signs with the private key in the device: `C_SignInit` and `C_Sign` in a session that is logged in. */
  readonly sign: (input: Pkcs11SignInput, call: RemoteCall) => Uint8Array | PromiseLike<Uint8Array>;
}

/** A session of PKCS#11 has one active signing operation (PKCS#11 Base Specification, "C_SignInit"). */
const sessionConcurrency = 1;

/**
 * Makes a remote signer for a key in a device with a PKCS#11 module (a hardware security module, a smart card,
 * SoftHSM): pass it as `privateKey` to `createCloudFrontSigner`. Nothing is called before the first signature.
 *
 * The signer checks each signature against `publicKey`. It makes one call at a time, because a session can make only
 * one signature at a time. With a pool of sessions, set `concurrency` to their number.
 *
 * Source: PKCS#11 Specification 3.1, "C_Sign".
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html#private-content-creating-cloudfront-key-pairs | Create key pairs for your signers}
 * @param options the public half of the key, and the function that signs in the device
 * @returns the remote signer; it rejects with `ERR_SIGNING_FAILED`, `ERR_SIGNING_UNAVAILABLE`, `ERR_SIGNING_TIMEOUT`,
 * `ERR_SIGNING_QUEUE_FULL`, or with the reason of `signal`
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options; `ERR_DATE_INVALID` for
 * `timeout` and `deadline`.
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
 *   maxLifetime: "8h",
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export function pkcs11Key(options: Pkcs11KeyOptions): RemoteSigner {
  return startingAtCaller(pkcs11Key, () => makePkcs11Key(options));
}

function makePkcs11Key(options: Pkcs11KeyOptions): RemoteSigner {
  const names = ["publicKey", "hashAlgorithm", "sign", ...callOptionNames] as const;
  const read = readOptions("options", options, names);
  const sign = readSign(read.sign, "({ mechanism, data }) => signature");
  const hashAlgorithm = checkHashAlgorithm(read.hashAlgorithm) ?? "SHA256";
  const publicKey = readRemotePublicKey(read.publicKey, hashAlgorithm);
  const mechanism = publicKey.keyType === "EC" ? "CKM_ECDSA" : (`CKM_${hashAlgorithm}_RSA_PKCS` as const);
  const calls = new RemoteCalls(readCallOptions(read, sessionConcurrency), deviceErrors);
  return checkedSigner({
    publicKey,
    hashAlgorithm,
    signal: read.signal,
    sign: async (bytes, signal) => {
      const data = mechanism === "CKM_ECDSA" ? await digest(hashAlgorithm, bytes) : bytes;
      // Data of its own for each attempt: the caller's function may change it.
      const returned = await calls.call(
        (call) => sign({ mechanism, data: new Uint8Array(data) }, call),
        signal,
      );
      return readSignature(returned, "returned", publicKey);
    },
    signer: "the key in the device that signed",
    printPublicKey: "pkcs11-tool --read-object --type pubkey --label LABEL | openssl base64 -A",
  });
}

/** A return value of PKCS#11 whose remedy is known. */
interface ReturnValue {
  readonly name: string;
  readonly fix: string;
  /** Whether the same call may succeed a moment later. */
  readonly isTransient?: true;
}

const findKeyAgain = "find the private key again in this session: C_FindObjects";
const closeSessions = "close the sessions that are not in use";
const openSession = "open a session and log in again: C_OpenSession, C_Login";

/** Source: PKCS#11 Specification 3.1, section 5.1, "Function return values". */
const returnValues: Readonly<Record<number, ReturnValue>> = {
  2: { name: "CKR_HOST_MEMORY", fix: "give this machine more memory", isTransient: true },
  48: { name: "CKR_DEVICE_ERROR", fix: "read the log of the device", isTransient: true },
  49: { name: "CKR_DEVICE_MEMORY", fix: closeSessions, isTransient: true },
  50: {
    name: "CKR_DEVICE_REMOVED",
    fix: "connect the device again; then open a session and log in again: C_OpenSession, C_Login",
  },
  96: { name: "CKR_KEY_HANDLE_INVALID", fix: findKeyAgain },
  99: { name: "CKR_KEY_TYPE_INCONSISTENT", fix: "sign with the private key that belongs to publicKey" },
  104: {
    name: "CKR_KEY_FUNCTION_NOT_PERMITTED",
    fix: "use a private key with CKA_SIGN, which this one does not have",
  },
  112: {
    name: "CKR_MECHANISM_INVALID",
    fix: "use the mechanism that sign gets, on a device that has it: pkcs11-tool --list-mechanisms",
  },
  130: { name: "CKR_OBJECT_HANDLE_INVALID", fix: findKeyAgain },
  144: {
    name: "CKR_OPERATION_ACTIVE",
    fix: "let nothing else use this session, and leave concurrency at 1",
    isTransient: true,
  },
  177: { name: "CKR_SESSION_COUNT", fix: closeSessions, isTransient: true },
  179: { name: "CKR_SESSION_HANDLE_INVALID", fix: openSession },
  257: { name: "CKR_USER_NOT_LOGGED_IN", fix: "log in to the session: C_Login" },
};

/** A device on a network fails as networks do. */
const deviceErrors: ClientErrors = {
  isTransient: (error) => {
    const known = returnValueOf(error);
    return known ? known.isTransient === true : isTransientError(error);
  },
  describe: (error, inAttempts) => {
    const known = returnValueOf(error);
    return known && `the device returned ${known.name}${inAttempts}; ${known.fix}`;
  },
  nameOf: (error) => returnValueOf(error)?.name,
};

/** The bindings of PKCS#11 for JavaScript put the return value into `code`, as a number. */
function returnValueOf(error: unknown): ReturnValue | undefined {
  const code = memberOf(error, "code");
  return typeof code === "number" ? returnValues[code] : undefined;
}
