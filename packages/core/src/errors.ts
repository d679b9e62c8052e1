/** The `code` of a {@link CloudFrontSignError}, for a `switch`. `docs/errors.md` explains each one. */
export type CloudFrontSignErrorCode =
  | "ERR_COOKIE_INVALID"
  | "ERR_DATE_INVALID"
  | "ERR_DATE_ORDER"
  | "ERR_DATE_PAST"
  | "ERR_GRANT_CLOSED"
  | "ERR_GRANT_LOAD_FAILED"
  | "ERR_GRANT_REFUSED"
  | "ERR_IP_ADDRESS_INVALID"
  | "ERR_KEY_ENCRYPTED"
  | "ERR_KEY_INVALID"
  | "ERR_KEY_LOAD_FAILED"
  | "ERR_KEY_NOT_PRIVATE"
  | "ERR_KEY_NOT_PUBLIC"
  | "ERR_KEY_PAIR_ID_INVALID"
  | "ERR_KEY_PASSPHRASE"
  | "ERR_KEY_UNSUPPORTED"
  | "ERR_KEY_USAGE"
  | "ERR_MANIFEST_INVALID"
  | "ERR_MANIFEST_TOO_LONG"
  | "ERR_OPTION_CONFLICT"
  | "ERR_OPTION_INVALID"
  | "ERR_OPTION_MISSING"
  | "ERR_OPTION_UNKNOWN"
  | "ERR_POLICY_INVALID"
  | "ERR_REQUEST_DENIED"
  | "ERR_RESOURCE_INVALID"
  | "ERR_RESOURCE_MISMATCH"
  | "ERR_SIGNING_FAILED"
  | "ERR_SIGNING_QUEUE_FULL"
  | "ERR_SIGNING_TIMEOUT"
  | "ERR_SIGNING_UNAVAILABLE"
  | "ERR_STREAM_UNSUPPORTED"
  | "ERR_URL_ALREADY_SIGNED"
  | "ERR_URL_INVALID"
  | "ERR_URL_TOO_LONG"
  | "ERR_WEBCRYPTO_UNAVAILABLE";

/** Every code of this version. A record, so that the compiler checks that none is missing. */
const errorCodes: Readonly<Record<CloudFrontSignErrorCode, true>> = {
  ERR_COOKIE_INVALID: true,
  ERR_DATE_INVALID: true,
  ERR_DATE_ORDER: true,
  ERR_DATE_PAST: true,
  ERR_GRANT_CLOSED: true,
  ERR_GRANT_LOAD_FAILED: true,
  ERR_GRANT_REFUSED: true,
  ERR_IP_ADDRESS_INVALID: true,
  ERR_KEY_ENCRYPTED: true,
  ERR_KEY_INVALID: true,
  ERR_KEY_LOAD_FAILED: true,
  ERR_KEY_NOT_PRIVATE: true,
  ERR_KEY_NOT_PUBLIC: true,
  ERR_KEY_PAIR_ID_INVALID: true,
  ERR_KEY_PASSPHRASE: true,
  ERR_KEY_UNSUPPORTED: true,
  ERR_KEY_USAGE: true,
  ERR_MANIFEST_INVALID: true,
  ERR_MANIFEST_TOO_LONG: true,
  ERR_OPTION_CONFLICT: true,
  ERR_OPTION_INVALID: true,
  ERR_OPTION_MISSING: true,
  ERR_OPTION_UNKNOWN: true,
  ERR_POLICY_INVALID: true,
  ERR_REQUEST_DENIED: true,
  ERR_RESOURCE_INVALID: true,
  ERR_RESOURCE_MISMATCH: true,
  ERR_SIGNING_FAILED: true,
  ERR_SIGNING_QUEUE_FULL: true,
  ERR_SIGNING_TIMEOUT: true,
  ERR_SIGNING_UNAVAILABLE: true,
  ERR_STREAM_UNSUPPORTED: true,
  ERR_URL_ALREADY_SIGNED: true,
  ERR_URL_INVALID: true,
  ERR_URL_TOO_LONG: true,
  ERR_WEBCRYPTO_UNAVAILABLE: true,
};

type PublicFunction = (...args: never[]) => unknown;

/** The public function that is running, until it first waits. */
let running: PublicFunction | undefined;

/**
 * What `run` returns. The stack of an error that this package makes meanwhile starts with the caller of `entry`, the
 * public function that runs it: nobody looks for their mistake in the files of a library.
 */
export function startingAtCaller<Result>(entry: PublicFunction, run: () => Result): Result {
  if (running !== undefined) return run();
  running = entry;
  try {
    return run();
  } finally {
    running = undefined;
  }
}

/** A function of a public object with {@link startingAtCaller}. */
export function callable<Args extends never[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const entry = (...args: Args): Result => startingAtCaller(entry, () => run(...args));
  return entry;
}

/**
 * The class of every error that this package throws.
 *
 * The message names the option, what is wrong with it and the next step. It never contains a key, a
 * passphrase, a policy, a signature, or the path or query of a URL, so you can log it.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
 *
 * try {
 *   createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "/etc/keys/cloudfront.pem" });
 * } catch (error) {
 *   if (!isCloudFrontSignError(error)) throw error;
 *   console.log(error.code, error.option); // ERR_KEY_INVALID privateKey
 * }
 * ```
 */
export class CloudFrontSignError extends Error {
  /** Always `"CloudFrontSignError"`. */
  override readonly name = "CloudFrontSignError";
  /** What went wrong, for `switch`. */
  declare readonly code: CloudFrontSignErrorCode;
  /** The input at fault, for example `"privateKey"` or `"ipAddress"`. */
  declare readonly option: string;

  /**
   * Makes an error. The functions of this package do this; you only catch them.
   *
   * @param code what went wrong
   * @param option the input at fault
   * @param message what is wrong with it, and what to do
   * @param cause the error of the runtime or of your own function, if there is one
   */
  constructor(code: CloudFrontSignErrorCode, option: string, message: string, cause?: unknown) {
    super(`${option}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.option = option;
    // Not in every engine.
    const { captureStackTrace } = Error as {
      readonly captureStackTrace?: (error: Error, from: PublicFunction) => void;
    };
    if (running) captureStackTrace?.(this, running);
  }
}

/**
 * Checks whether a caught value is a {@link CloudFrontSignError} with a `code` that this version knows, so that a
 * `switch` over its `code` can be exhaustive. Also `true` for an error from another realm or another copy of
 * this package, where `instanceof` is `false`. Never throws.
 *
 * @param value anything that was caught
 * @returns `true` for an error of this package
 * @example
 * ```ts
 * import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
 *
 * console.log(isCloudFrontSignError(new Error("no such file"))); // false
 * ```
 */
export function isCloudFrontSignError(value: unknown): value is CloudFrontSignError {
  if (typeof value !== "object" || value === null) return false;
  try {
    const { name, code } = value as { readonly name?: unknown; readonly code?: unknown };
    if (name !== "CloudFrontSignError" || typeof code !== "string") return false;
    return Object.hasOwn(errorCodes, code);
  } catch {
    // A getter or a proxy of another library's error.
    return false;
  }
}

/**
 * Whether this copy of the package made the error. For anything that was caught: `instanceof` itself throws for
 * a proxy whose trap does.
 */
export function isOwnError(value: unknown): value is CloudFrontSignError {
  try {
    return value instanceof CloudFrontSignError;
  } catch {
    return false;
  }
}

/** Throws a {@link CloudFrontSignError}; a function, so that it can stand in an expression. */
export function fail(code: CloudFrontSignErrorCode, option: string, message: string, cause?: unknown): never {
  throw new CloudFrontSignError(code, option, message, cause);
}
