/** Every `code` that a {@link CloudFrontSignError} can carry; `docs/errors.md` has a row for each. */
export type CloudFrontSignErrorCode =
  | "ERR_COOKIE_INVALID"
  | "ERR_DATE_INVALID"
  | "ERR_DATE_ORDER"
  | "ERR_DATE_PAST"
  | "ERR_IP_ADDRESS_INVALID"
  | "ERR_KEY_ENCRYPTED"
  | "ERR_KEY_INVALID"
  | "ERR_KEY_NOT_PRIVATE"
  | "ERR_KEY_NOT_PUBLIC"
  | "ERR_KEY_PAIR_ID_INVALID"
  | "ERR_KEY_PASSPHRASE"
  | "ERR_KEY_UNSUPPORTED"
  | "ERR_KEY_USAGE"
  | "ERR_MANIFEST_INVALID"
  | "ERR_OPTION_CONFLICT"
  | "ERR_OPTION_INVALID"
  | "ERR_OPTION_MISSING"
  | "ERR_OPTION_UNKNOWN"
  | "ERR_POLICY_INVALID"
  | "ERR_RESOURCE_INVALID"
  | "ERR_RESOURCE_MISMATCH"
  | "ERR_SIGNING_FAILED"
  | "ERR_STREAM_UNSUPPORTED"
  | "ERR_URL_ALREADY_SIGNED"
  | "ERR_URL_INVALID"
  | "ERR_URL_TOO_LONG"
  | "ERR_WEBCRYPTO_UNAVAILABLE";

/**
 * The one class of everything that this package throws.
 *
 * The message names the option, the rule, what came instead (its kind, never a secret) and the next step. It
 * never holds a key, a passphrase, a policy, a signature or a full URL, so it can be logged as it is.
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
  override readonly name = "CloudFrontSignError";
  /** What went wrong, for `switch`. */
  declare readonly code: CloudFrontSignErrorCode;
  /** The input at fault, for example `"privateKey"` or `"ipAddress"`. */
  declare readonly option: string;

  constructor(code: CloudFrontSignErrorCode, option: string, message: string, cause?: unknown) {
    super(`${option}: ${message}`, cause ? { cause } : undefined);
    this.code = code;
    this.option = option;
  }
}

/**
 * Whether a caught value is a {@link CloudFrontSignError}, also one from another realm or another copy of
 * this package, for which `instanceof` fails.
 */
export function isCloudFrontSignError(value: unknown): value is CloudFrontSignError {
  try {
    const { name, code } = Object(value) as Partial<CloudFrontSignError>;
    return name === "CloudFrontSignError" && typeof code === "string";
  } catch {
    // A getter or a proxy of somebody else's error.
    return false;
  }
}

/** Throws; a function, so that it fits into expressions and is paid for once in the bundle. */
export function fail(code: CloudFrontSignErrorCode, option: string, message: string, cause?: unknown): never {
  throw new CloudFrontSignError(code, option, message, cause);
}
