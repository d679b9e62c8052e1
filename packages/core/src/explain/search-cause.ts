import type { HashAlgorithm } from "../key/algorithm.ts";
import { ecdsaToDer } from "../key/ecdsa-signature.ts";
import { policyText } from "../policy/policy.ts";
import type { Credentials } from "../verify/credentials.ts";
import { longestOtherUrls, longestSearch, mostKeys, mostOtherUrls } from "../verify/limits.ts";
import type { Presented } from "../verify/request.ts";
import { textsOf } from "../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../verify/verifier.ts";
import type { CloudFrontFindingId } from "./fixes.ts";
import { otherEnds, otherPolicies, otherUrls } from "./signed-text-variants.ts";
import { clip, urlDifference } from "./url-difference.ts";

/** What is searched around. */
export interface SearchedWith {
  readonly presented: Presented;
  readonly credentials: Credentials;
  readonly keyPairId: string;
  /** The URL as it was given, before a client rewrites it; without the parameters. */
  readonly raw: string;
  readonly given: string;
  readonly hostnames: readonly string[];
}

type Cause = readonly [id: CloudFrontFindingId, evidence: string];

/**
 * What the signature was made for, if not for the request: found by checking it against what people sign by
 * mistake.
 */
export async function searchCause(
  verifier: CloudFrontVerifier,
  searched: SearchedWith,
): Promise<Cause | undefined> {
  const { credentials, keyPairId } = searched;
  const { signature = new Uint8Array(), bytes = new Uint8Array() } = credentials;
  const hash = credentials.hashAlgorithm as HashAlgorithm;
  const other = hash === "SHA1" ? "SHA256" : "SHA1";
  const ids = textsOf(verifier.keyPairIds, mostKeys);
  if (await verifier.signatureFits(keyPairId, hash, signature, bytes)) return undefined;

  const der = signature.length === 64 ? ecdsaToDer(signature) : signature;
  for (const id of [keyPairId, ...ids]) {
    for (const tried of [hash, other] as const) {
      if (!(await verifier.signatureFits(id, tried, der, bytes))) continue;
      if (id !== keyPairId) return ["key-id-wrong", `the signature was made with ${clip(id, 20)}`];
      if (tried !== hash)
        return ["hash-mismatch", `the signature was made with ${tried}, and ${hash} is said or assumed`];
      return ["signature-wrong-format", "the signature fits once its raw r and s are put into DER"];
    }
  }

  const encoder = new TextEncoder();
  const fits = async ([text, , isCommon]: Candidate): Promise<boolean> => {
    const signed = encoder.encode(text);
    return (
      (await verifier.signatureFits(keyPairId, hash, der, signed)) ||
      (isCommon !== false && (await verifier.signatureFits(keyPairId, other, der, signed)))
    );
  };
  // A few at a time, which the threads of a runtime share.
  const all = [...candidates(searched)];
  for (let at = 0; at < all.length; at += 32) {
    const batch = all.slice(at, at + 32);
    const results = await Promise.all(batch.map(fits));
    const [, cause] = batch[results.indexOf(true)] ?? [];
    if (cause) return cause();
  }
  if (signature.length === 64) return ["signature-wrong-format", "it has 64 bytes, as the raw r and s have"];
  return ["signature-mismatch", "it fits neither this request nor anything that is often signed instead"];
}

/**
 * A text that may have been signed, and what that would mean; `false` for what nobody signs with the wrong
 * hash too.
 */
type Candidate = readonly [text: string, cause: () => Cause, isCommon?: false];

function* candidates({ presented, credentials, raw, given, hostnames }: SearchedWith): Iterable<Candidate> {
  const { kind, policy, policyText: text = "" } = credentials;
  if (kind === "canned" && policy) {
    const fragment = given.includes("#") ? [presented.url + given.slice(given.indexOf("#"))] : [];
    const tried = new Set([presented.url]);
    // As many as are checked in some hundredths of a second: of the longest URLs only what is most frequent.
    let size = 0;
    const fromRaw = raw === presented.url ? [] : otherUrls(raw, []);
    for (const resources of [[raw, ...fragment], otherUrls(presented.url, hostnames), fromRaw]) {
      for (const resource of resources) {
        if (tried.has(resource)) continue;
        tried.add(resource);
        size += resource.length;
        if (size > longestOtherUrls || tried.size > mostOtherUrls) break;
        yield [policyText({ ...policy, resource }), () => urlDifference(resource, presented.url)];
      }
    }
    const { dateLessThan } = policy;
    for (const end of otherEnds(dateLessThan)) {
      size += text.length;
      if (size > longestSearch) break;
      yield [
        policyText({ ...policy, dateLessThan: end }),
        () => ["expires-changed", `the signature is for ${end}, and ${dateLessThan} is sent`],
        false,
      ];
    }
  }
  for (const candidate of otherPolicies(text))
    yield [candidate, () => ["policy-json-differs", firstDifference(candidate, text)]];
}

function firstDifference(signed: string, expected: string): string {
  let at = 0;
  while (signed[at] === expected[at]) at++;
  const [one, other] = [signed, expected].map((text) => JSON.stringify(text.slice(at, at + 10)));
  return `from byte ${at + 1}: signed ${one}, expected ${other}`;
}
