/**
 * What the other packages of this repository need of this one, and users do not. Without promise: any version may
 * change or remove it.
 *
 * @module
 */
export { checkAttributes, readAttributes } from "./cookie/check-attributes.ts";
export { cookieNames } from "./cookie/cookie-names.ts";
export { longestCookie } from "./cookie/limits.ts";
export { isCloudFrontSuffix, isDistributionHost } from "./cookie/public-suffix.ts";
export { decodeBase64, decodeCloudFrontBase64, encodeCloudFrontBase64 } from "./encoding/base64.ts";
export {
  DerError,
  derTags,
  readDerSequence,
  readObjectIdentifier,
  readOctetString,
  readSequence,
} from "./encoding/der.ts";
export { bitLength, fromBigInt, magnitude, toBigInt } from "./encoding/integer.ts";
export { isJsonFault, type JsonFault, type JsonValue, parseJson } from "./encoding/json.ts";
export { percentDecoded } from "./encoding/percent.ts";
export { fail, isOwnError, sentenceOf } from "./errors.ts";
export { checkHashAlgorithm } from "./key/algorithm.ts";
export { subtleCrypto } from "./key/crypto-key.ts";
export { ecdsaFromDer, ecdsaToDer } from "./key/ecdsa-signature.ts";
export { prepareImport } from "./key/import-key.ts";
export { checkKeyPairId, isKeyPairId } from "./key/key-pair-id.ts";
export { keyPairIdProblem } from "./key/key-pair-id-shape.ts";
export { readKeySource } from "./key/key-source.ts";
export { coordinateLength, readP256Point } from "./key/p256-point.ts";
export { type PublicKey, readPublicKey } from "./key/public-key.ts";
export { remoteSigningKey } from "./key/remote-signer.ts";
export { isSigningWithSha1Refused } from "./key/sha1-refusal.ts";
export type { SigningKey } from "./key/signing-key.ts";
export { readAbortSignal } from "./options/abort-signal.ts";
export { characterName, codePoint } from "./options/character-name.ts";
export { clockTime, momentTime } from "./options/clock.ts";
export { lostRestriction } from "./options/lost-restriction.ts";
export { nearestName } from "./options/nearest-name.ts";
export { printableName, unprintable } from "./options/option-name.ts";
export { readOptions } from "./options/read-options.ts";
export { memberOf, readOptionProperties, refuseUnreadable } from "./options/read-properties.ts";
export { describeNumber, describeType, typeTag } from "./options/type-name.ts";
export { describeDurationProblem } from "./policy/describe-duration.ts";
export { describeInstantProblem } from "./policy/describe-instant.ts";
export { policyProblemText } from "./policy/describe-policy-problem.ts";
export { describeSeconds, utcTime } from "./policy/describe-time.ts";
export { readDuration } from "./policy/duration.ts";
export { readInstant } from "./policy/instant.ts";
export { ipv4Cidr } from "./policy/ip-address.ts";
export { cidrContains } from "./policy/ipv4-cidr.ts";
export { secondsLimit } from "./policy/limits.ts";
export { policyText } from "./policy/policy.ts";
export type { PolicyProblem } from "./policy/policy-problem.ts";
export { readPolicy } from "./policy/read-policy.ts";
export { earliestPlausible } from "./sign/access-period.ts";
export { mapInOrder } from "./sign/map-in-order.ts";
export { absoluteUrlProblem } from "./url/absolute-url.ts";
export { hasDotSegment } from "./url/dot-segments.ts";
export { objectKeyCharacter } from "./url/fragment.ts";
export { highestPort, longestHost, longestUrl, longestUrlText } from "./url/limits.ts";
export { hostProblem } from "./url/resource-host.ts";
export { exceedsSearch, resourceCovers, resourceMatcher } from "./url/resource-match.ts";
export { wireResource } from "./url/resource-pattern.ts";
export { hasReservedName, signableUrl, unsignedUrl } from "./url/signed-url.ts";
export { namesOfQuery, parameterNames } from "./url/signing-parameters.ts";
export { matchesWildcards } from "./url/wildcard-pattern.ts";
export { isWireForm, wireForm, wirePathAndQuery } from "./url/wire-form.ts";
export { type UnmetCondition, unmetConditions } from "./verify/conditions.ts";
export { type RequestCookies, readCookies } from "./verify/cookies.ts";
export {
  type Credentials,
  type CredentialsProblem,
  type DecodedCredentials,
  decodeCredentials,
  type KeyLookupProblem,
  keyLookupProblem,
} from "./verify/credentials.ts";
export { signatureCheck } from "./verify/key-group.ts";
export {
  longestCookieHeader,
  longestP256Der,
  longestPathPattern,
  longestSignature,
  rawP256Signature,
} from "./verify/limits.ts";
export { pathPatternProblem, rootedPattern } from "./verify/path-pattern.ts";
export { pathOf } from "./verify/path-readings.ts";
export { type RequestProblem, readViewerRequest, type ViewerRequest } from "./verify/request.ts";
export { isDerSequence, signatureForm } from "./verify/signature-form.ts";
export { headerOf, textOf, urlText } from "./verify/untrusted.ts";
