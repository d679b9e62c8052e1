/**
 * What the other packages of this repository need of this one, and users do not. Without promise: any version may
 * change or remove it.
 *
 * @module
 */
export { checkAttributes, isLoopback } from "./cookie/check-attributes.ts";
export { base64 } from "./encoding/base64.ts";
export { der } from "./encoding/der.ts";
export { percentDecoded } from "./encoding/percent.ts";
export { fail, startingAtCaller } from "./errors.ts";
export { keyPairIdProblem } from "./key/key-pair-id.ts";
export { p256 } from "./key/p256-point.ts";
export { readPublicKey } from "./key/public-key.ts";
export { limits } from "./limits.ts";
export { readAbortSignal, untilAborted } from "./options/abort-signal.ts";
export { requestTime } from "./options/clock.ts";
export { events } from "./options/events.ts";
export { nearestName } from "./options/nearest-name.ts";
export { codePoint } from "./options/printable.ts";
export { readOptions } from "./options/read-options.ts";
export { memberOf, readOptionProperties } from "./options/read-properties.ts";
export { describeType, typeTag } from "./options/type-name.ts";
export { describeSeconds } from "./policy/describe-time.ts";
export { readDuration } from "./policy/duration.ts";
export { readInstant } from "./policy/instant.ts";
export { ipv4 } from "./policy/ipv4.ts";
export { policyGrammar } from "./policy/read-policy.ts";
export { retryAfterError } from "./server/overload.ts";
export { receivedGrant } from "./sign/grant.ts";
export { namesHost, resourceReadings } from "./url/resource-match.ts";
export { namesOfQuery, parameterNames } from "./url/signed-url.ts";
export { matchesWildcards } from "./url/wildcard-pattern.ts";
export { wireForm, wirePathAndQuery } from "./url/wire-form.ts";
export { readSignedRequest, signatureForm } from "./verify/inspect.ts";
export { readPathPattern, readRestriction } from "./verify/restriction.ts";
export { untrusted } from "./verify/untrusted.ts";
