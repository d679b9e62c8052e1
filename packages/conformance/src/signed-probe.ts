import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { base64 } from "cloudfront-sign-webcrypto/internals";
import { type Distribution, type KeyName, laterThan } from "./distribution.ts";
import { objectPath, type Parameters, type Probe, requestFor, requestWithCookies } from "./probe.ts";

/** How a request is signed, and what is sent of it. */
interface Signing {
  /** Path and query without signing parameters. {@link objectPath} if not given. */
  readonly path?: string;
  /** `rsa` if not given. */
  readonly key?: KeyName;
  /** `SHA1` if not given. `SHA256` is sent as `Hash-Algorithm`. */
  readonly hash?: HashAlgorithm;
  /** For a P-256 key: the raw r‖s instead of DER. */
  readonly encoding?: "raw";
  /** Whether the parameters are sent as cookies. */
  readonly asCookies?: true;
  /** Changes the parameters after they are signed. */
  readonly sent?: (parameters: Parameters) => Parameters;
}

interface CannedSigning extends Signing {
  /** What is signed as `Resource`. The requested URL if not given. */
  readonly resource?: string;
  /** `Expires` as it is written. An hour from now if not given. */
  readonly expires?: string;
  /** The expiry in the signed text, if it is not written like `Expires`. */
  readonly signedExpires?: string;
}

interface CustomSigning extends Signing {
  /** `Resource` of an otherwise usual policy. The requested URL if not given. */
  readonly resource?: string;
  /** The whole policy. */
  readonly policy?: string;
}

/** A request that is signed with a canned policy. */
export function canned(to: Distribution, signing: CannedSigning = {}): Probe {
  const { path = objectPath, resource = to.origin + path, expires = String(laterThan(to)) } = signing;
  const { signedExpires = expires } = signing;
  const text = policyWith(resource, `"DateLessThan":{"AWS:EpochTime":${signedExpires}}`);
  return send(to, signing, ["Expires", expires], text);
}

/** A request that is signed with a custom policy. */
export function custom(to: Distribution, signing: CustomSigning = {}): Probe {
  const { path = objectPath, resource = to.origin + path } = signing;
  const { policy = policyWith(resource, validUntil(to)) } = signing;
  const encoded = base64.encodeCloudFront(new TextEncoder().encode(policy));
  return send(to, signing, ["Policy", encoded], policy);
}

/** A policy as CloudFront documents it, with the conditions as they are written. */
export function policyWith(resource: string, conditions: string): string {
  return `{"Statement":[{"Resource":"${resource}","Condition":{${conditions}}}]}`;
}

/** The condition that a policy must have. */
export function validUntil(to: Distribution): string {
  return `"DateLessThan":{"AWS:EpochTime":${laterThan(to)}}`;
}

function send(to: Distribution, signing: Signing, first: Parameters[number], text: string): Probe {
  const { path = objectPath, key = "rsa", hash = "SHA1", encoding, asCookies, sent } = signing;
  const { keyPairId, sign } = to.keys[key];
  const parameters: Parameters = [
    first,
    ["Signature", sign(text, hash, encoding)],
    ["Key-Pair-Id", keyPairId],
    ...(hash === "SHA256" ? [["Hash-Algorithm", hash] as const] : []),
  ];
  return (asCookies ? requestWithCookies : requestFor)(path, sent?.(parameters) ?? parameters);
}
