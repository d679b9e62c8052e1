import { decodeCloudFrontBase64 } from "../encoding/base64.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import { isKeyPairId } from "../key/key-pair-id.ts";
import { type PolicyTerms, policyText } from "../policy/policy.ts";
import type { PolicyProblem } from "../policy/policy-problem.ts";
import { readPolicy } from "../policy/read-policy.ts";
import type { CloudFrontDenialReason } from "./denial.ts";
import { longestSignature } from "./limits.ts";
import type { Presented } from "./request.ts";

/** Signing parameters, decoded as far as they can be. */
export type Credentials = {
  /** A canned policy is rebuilt from the request, a custom one is sent. */
  readonly kind: "canned" | "custom";
  /** The signed text. */
  readonly policyText: string | undefined;
  /** The rule of the grammar that a custom policy breaks. */
  readonly policyProblem?: PolicyProblem | undefined;
} & (Decoded | Undecodable);

interface Decoded {
  /** The signed bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly policy: PolicyTerms;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly hashAlgorithm: HashAlgorithm;
  readonly problem: undefined;
}

interface Undecodable extends Partial<Omit<Decoded, "hashAlgorithm" | "problem">> {
  readonly hashAlgorithm: string;
  /** The first thing that is wrong, in the order in which CloudFront seems to look. */
  readonly problem: CloudFrontDenialReason;
}

/**
 * Decodes what {@link Presented} holds. A policy that is sent counts, and `Expires` beside it does not.
 *
 * Source: CloudFront Developer Guide, "Use signed URLs", "How CloudFront uses signed URLs".
 */
export function decodeCredentials({ url, values }: Presented): Credentials {
  const encoded = values.get("Policy");
  const expires = values.get("Expires") ?? "";
  const hashAlgorithm = values.get("Hash-Algorithm") ?? "SHA1";
  const signatureText = values.get("Signature");
  const signature =
    signatureText && signatureText.length <= longestSignature
      ? decodeCloudFrontBase64(signatureText)
      : undefined;
  let problem: Credentials["problem"] = signature
    ? undefined
    : signatureText
      ? "signature-undecodable"
      : "signature-missing";
  let policy: PolicyTerms | undefined;
  let policyProblem: PolicyProblem | undefined;
  let text: string | undefined;
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  if (encoded === undefined) {
    // CloudFront puts the digits into the policy as they came.
    if (/^(0|[1-9]\d{0,10})$/.test(expires)) {
      policy = { resource: url, dateLessThan: Number(expires) };
      text = policyText(policy);
    } else problem ??= values.has("Expires") ? "expires-invalid" : "policy-missing";
  } else {
    bytes = decodeCloudFrontBase64(encoded);
    if (!bytes) problem ??= "policy-undecodable";
    else {
      text = utf8Text(bytes);
      const read = text === undefined ? undefined : readPolicy(text);
      if (read && !("id" in read)) policy = read;
      else {
        policyProblem = read;
        problem ??= !read || read.id === "not-json" ? "policy-not-json" : "policy-schema";
      }
    }
  }
  if (!/^SHA(1|256)$/.test(hashAlgorithm)) problem ??= "hash-unknown";
  return {
    kind: encoded === undefined ? "canned" : "custom",
    policyText: text,
    policyProblem,
    bytes: bytes ?? new TextEncoder().encode(text),
    policy,
    signature,
    hashAlgorithm,
    problem,
  } as Credentials;
}

/** What is wrong with the key ID, before any key is looked for. */
export function keyProblem(
  { source, values, shadowed }: Presented,
  allowAnyKeyPairId = false,
): CloudFrontDenialReason | undefined {
  const keyPairId = values.get("Key-Pair-Id");
  if (!source) return "no-credentials";
  if (shadowed) return "cookies-shadowed-by-query";
  if (!keyPairId) return "key-id-missing";
  return allowAnyKeyPairId || isKeyPairId(keyPairId) ? undefined : "key-id-not-a-key-id";
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
