import { memberOf } from "../options/read-properties.ts";

/**
 * A name of an error that a message may show: `ThrottlingException`, `ECONNRESET`, `HTTPError404`. The ID of an
 * access key, a token or a PIN has more digits, or more capital letters in a row.
 */
const plausibleName = /^(?=.{2,61}$)(?!.*[A-Z\d]{17})[A-Za-z][A-Za-z_.]*(?:\d{1,3}[A-Za-z_.]*)?$/;

/**
 * The names that an error has, the most telling first: those of Node.js and of version 2 of the AWS SDK for
 * JavaScript (`code`), of the JSON of an AWS service (`__type`), of the cause of a failed `fetch`, and of
 * version 3 of the AWS SDK (`name`).
 */
export function errorNames(error: unknown): string[] {
  const cause = memberOf(error, "cause");
  return [
    memberOf(error, "code"),
    lastPart(memberOf(error, "__type")),
    memberOf(cause, "code"),
    memberOf(error, "name"),
    memberOf(cause, "name"),
  ].filter((name) => typeof name === "string");
}

/** The name of an error for a message; `undefined` if it has none that says more than that it is one. */
export function shownErrorName(error: unknown): string | undefined {
  return errorNames(error).find((name) => plausibleName.test(name) && name !== "Error");
}

/** `com.amazonaws.kms#NotFoundException`: a name with its namespace. */
function lastPart(type: unknown): unknown {
  return typeof type === "string" ? type.slice(type.lastIndexOf("#") + 1) : type;
}

/**
 * Errors of AWS that the same call meets again, whatever else they say of themselves. Sources: AWS KMS API
 * Reference, "Sign" and "Common errors".
 */
const permanentErrors = `
  AccessDeniedException DisabledException DryRunOperationException ExpiredTokenException IncompleteSignature
  InvalidGrantTokenException InvalidKeyUsageException InvalidSignatureException KMSInvalidStateException
  MissingAuthenticationToken NotAuthorized NotFoundException OptInRequired UnrecognizedClientException
  UnsupportedOperationException ValidationError ValidationException
`;

/** Throttling. Source: the AWS SDKs for JavaScript, `THROTTLING_ERROR_CODES`. */
const throttlingErrors = `
  BandwidthLimitExceeded LimitExceededException PriorRequestNotComplete
  ProvisionedThroughputExceededException RequestLimitExceeded RequestThrottled RequestThrottledException
  SlowDown ThrottledException Throttling ThrottlingException TooManyRequestsException
`;

/**
 * Failures of the service and of the network. Sources: AWS KMS API Reference, "Sign" and "Common errors"; the AWS SDKs
 * for JavaScript, `TRANSIENT_ERROR_CODES`; the names that Node.js, undici, Bun and Deno use.
 */
const transientErrors = `
  DependencyTimeoutException InternalFailure KMSInternalException KeyUnavailableException RequestTimeout
  RequestTimeoutException ServiceUnavailable TimeoutError EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET
  EHOSTUNREACH ENETDOWN ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT UND_ERR_BODY_TIMEOUT UND_ERR_CONNECT_TIMEOUT
  UND_ERR_HEADERS_TIMEOUT UND_ERR_SOCKET BrokenPipe ConnectionAborted ConnectionClosed ConnectionRefused
  ConnectionReset TimedOut
`;

/** Failures of the service (RFC 9110, section 15.6). */
const serviceStatus: readonly unknown[] = [500, 502, 503, 504];

/**
 * Whether a failed call may succeed a moment later: throttling, failures of the service and of the network.
 * Decided from the values of an error, in the shapes of the AWS SDKs for JavaScript and of the runtimes. What
 * is unknown is not tried again.
 */
export function isTransientError(error: unknown): boolean {
  if (hasName(error, permanentErrors)) return false;
  return (
    isThrottling(error) ||
    hasName(error, transientErrors) ||
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
    hasName(error, throttlingErrors)
  );
}

/** Whether an error has one of the names in a text. */
function hasName(error: unknown, names: string): boolean {
  const known = names.trim().split(/\s+/);
  return errorNames(error).some((name) => known.includes(name));
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
