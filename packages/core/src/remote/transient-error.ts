import { memberOf } from "../options/read-properties.ts";
import { errorNames } from "./error-names.ts";

/**
 * Errors of AWS that the same call meets again, whatever else they say of themselves. Sources: AWS KMS API
 * Reference, "Sign" and "Common errors".
 */
const permanentErrors: readonly string[] = [
  "AccessDeniedException",
  "DisabledException",
  "DryRunOperationException",
  "ExpiredTokenException",
  "IncompleteSignature",
  "InvalidGrantTokenException",
  "InvalidKeyUsageException",
  "InvalidSignatureException",
  "KMSInvalidStateException",
  "MissingAuthenticationToken",
  "NotAuthorized",
  "NotFoundException",
  "OptInRequired",
  "UnrecognizedClientException",
  "UnsupportedOperationException",
  "ValidationError",
  "ValidationException",
];

/** Throttling. Source: the AWS SDKs for JavaScript, `THROTTLING_ERROR_CODES`. */
const throttlingErrors: readonly string[] = [
  "BandwidthLimitExceeded",
  "LimitExceededException",
  "PriorRequestNotComplete",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestThrottled",
  "RequestThrottledException",
  "SlowDown",
  "ThrottledException",
  "Throttling",
  "ThrottlingException",
  "TooManyRequestsException",
];

/**
 * Failures of the service. Sources: AWS KMS API Reference, "Sign" and "Common errors"; the AWS SDKs for
 * JavaScript, `TRANSIENT_ERROR_CODES`.
 */
const serviceErrors: readonly string[] = [
  "DependencyTimeoutException",
  "InternalFailure",
  "KMSInternalException",
  "KeyUnavailableException",
  "RequestTimeout",
  "RequestTimeoutException",
  "ServiceUnavailable",
  "TimeoutError",
];

/** Failures of the network, as Node.js, undici, Bun and Deno name them. */
const networkErrors: readonly string[] = [
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
  "BrokenPipe",
  "ConnectionAborted",
  "ConnectionClosed",
  "ConnectionRefused",
  "ConnectionReset",
  "TimedOut",
];

/** Failures of the service (RFC 9110, section 15.6). */
const serviceStatus: readonly unknown[] = [500, 502, 503, 504];

/**
 * Whether a failed call may succeed a moment later: throttling, failures of the service and of the network.
 * Decided from the values of an error, in the shapes of the AWS SDKs for JavaScript and of the runtimes. What
 * is unknown is not tried again.
 */
export function isTransientError(error: unknown): boolean {
  const names = errorNames(error);
  if (names.some((name) => permanentErrors.includes(name))) return false;
  return (
    isThrottling(error) ||
    names.some((name) => serviceErrors.includes(name) || networkErrors.includes(name)) ||
    serviceStatus.includes(statusOf(error)) ||
    isFailedFetch(error) ||
    // An object in version 3 of the AWS SDK, true in version 2.
    isSet(memberOf(error, "$retryable")) ||
    isSet(memberOf(error, "retryable")) ||
    memberOf(error, "$fault") === "server"
  );
}

/** Whether the service asks to send less. */
export function isThrottling(error: unknown): boolean {
  return (
    statusOf(error) === 429 ||
    memberOf(memberOf(error, "$retryable"), "throttling") === true ||
    errorNames(error).some((name) => throttlingErrors.includes(name))
  );
}

/**
 * Whether `fetch` failed, of a runtime that tells why in words only: a `TypeError` with a cause. Causes with a
 * code are known by it, and may be the caller's fault (`ERR_INVALID_URL`).
 */
function isFailedFetch(error: unknown): boolean {
  const cause = memberOf(error, "cause");
  return (
    memberOf(error, "name") === "TypeError" &&
    typeof memberOf(cause, "message") === "string" &&
    memberOf(cause, "code") === undefined
  );
}

function isSet(value: unknown): boolean {
  return value === true || (typeof value === "object" && value !== null);
}

function statusOf(error: unknown): unknown {
  return (
    memberOf(memberOf(error, "$metadata"), "httpStatusCode") ??
    memberOf(error, "statusCode") ??
    memberOf(error, "status")
  );
}
