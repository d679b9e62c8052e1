import { decodeCloudFrontBase64 } from "../encoding/base64.ts";
import { type Bytes, utf8Bytes } from "../encoding/bytes.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import { isKeyPairId } from "../key/key-pair-id.ts";
import { longestSignature, secondsLimit } from "../limits.ts";
import { type PolicyStatement, policyText } from "../policy/policy.ts";
import { type PolicyProblem, readPolicy } from "../policy/read-policy.ts";
import type { ViewerRequest } from "./request.ts";

/** The reasons for which no key can be looked up for a request. */
export type KeyLookupProblem =
  | "no-credentials"
  | "cookies-shadowed-by-query"
  | "key-id-missing"
  | "key-id-not-a-key-id";

/** The reasons for which signing parameters cannot be decoded. */
type CredentialsProblem =
  | "signature-missing"
  | "signature-undecodable"
  | "policy-missing"
  | "policy-undecodable"
  | "policy-not-json"
  | "policy-schema"
  | "expires-invalid"
  | "hash-unknown";

/** Signing parameters, decoded as far as they can be. */
export type Credentials = DecodedCredentials | UndecodableCredentials;

interface DecodedCredentials {
  /** A canned policy is rebuilt from the request, a custom one is sent. */
  readonly kind: "canned" | "custom";
  /** The signed text. */
  readonly policyText: string;
  /** The signed bytes. */
  readonly bytes: Bytes;
  readonly policy: PolicyStatement;
  readonly signature: Bytes;
  readonly hashAlgorithm: HashAlgorithm;
  readonly problem?: undefined;
}

/** The others, with as much of them as could be decoded. */
interface UndecodableCredentials
  extends Partial<Pick<DecodedCredentials, "policyText" | "bytes" | "policy">> {
  readonly kind: "canned" | "custom";
  readonly signature?: Bytes | undefined;
  readonly hashAlgorithm: string;
  /** The rule of the grammar that a custom policy breaks. */
  readonly policyProblem?: PolicyProblem | undefined;
  /** The first fault, in the order in which CloudFront seems to look. */
  readonly problem: CredentialsProblem;
}

type ReadPolicy =
  | Omit<DecodedCredentials, "signature" | "hashAlgorithm">
  | Omit<UndecodableCredentials, "signature" | "hashAlgorithm">;

/**
 * Decodes the signing parameters of a request. A policy that is sent counts, and `Expires` beside it does not.
 *
 * Source: CloudFront Developer Guide, "Use signed URLs", "How CloudFront uses signed URLs".
 */
export function decodeCredentials({ url, parameters }: ViewerRequest): Credentials {
  const encoded = parameters.get("Policy");
  const policy = encoded === undefined ? cannedPolicy(url, parameters.get("Expires")) : customPolicy(encoded);
  const hashAlgorithm = parameters.get("Hash-Algorithm") ?? "SHA1";
  const text = parameters.get("Signature");
  const signature = text && text.length <= longestSignature ? decodeCloudFrontBase64(text) : undefined;
  // Member by member, since a spread costs a third of the time that decoding takes.
  if (signature && !policy.problem && (hashAlgorithm === "SHA1" || hashAlgorithm === "SHA256"))
    return {
      kind: policy.kind,
      policyText: policy.policyText,
      bytes: policy.bytes,
      policy: policy.policy,
      signature,
      hashAlgorithm,
      problem: undefined,
    };
  const unsigned = text ? "signature-undecodable" : "signature-missing";
  const problem = signature ? (policy.problem ?? "hash-unknown") : unsigned;
  return { ...policy, signature, hashAlgorithm, problem };
}

/** Rebuilds a canned policy as CloudFront does: with the digits of `Expires` as they came. */
function cannedPolicy(resource: string, expires: string | undefined): ReadPolicy {
  if (expires === undefined) return { kind: "canned", problem: "policy-missing" };
  const dateLessThan = /^(0|[1-9]\d{0,11})$/.test(expires) ? Number(expires) : secondsLimit;
  if (dateLessThan >= secondsLimit) return { kind: "canned", problem: "expires-invalid" };
  const policy = { resource, dateLessThan, dateGreaterThan: undefined, ipAddress: undefined };
  const text = policyText(policy);
  return { kind: "canned", policyText: text, bytes: utf8Bytes(text), policy };
}

function customPolicy(encoded: string): ReadPolicy {
  const bytes = decodeCloudFrontBase64(encoded);
  if (!bytes) return { kind: "custom", problem: "policy-undecodable" };
  const text = utf8Text(bytes);
  if (text === undefined) return { kind: "custom", problem: "policy-not-json" };
  const read = readPolicy(text);
  if (!("id" in read)) return { kind: "custom", policyText: text, bytes, policy: read };
  const problem = read.id === "not-json" ? "policy-not-json" : "policy-schema";
  return { kind: "custom", policyText: text, policyProblem: read, problem };
}

export function keyLookupProblem(
  { source, parameters, hasIgnoredCookies }: ViewerRequest,
  allowEmulatorKeyPairIds: boolean,
): KeyLookupProblem | undefined {
  const keyPairId = parameters.get("Key-Pair-Id");
  if (!source) return "no-credentials";
  if (hasIgnoredCookies) return "cookies-shadowed-by-query";
  if (!keyPairId) return "key-id-missing";
  return allowEmulatorKeyPairIds || isKeyPairId(keyPairId) ? undefined : "key-id-not-a-key-id";
}

// Made on first use: to make it takes longer than to use it.
let decoder: TextDecoder | undefined;

function utf8Text(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    // Nothing of these bytes can stay in the next decoder.
    decoder = undefined;
    return undefined;
  }
}
