import { ecdsaToDer } from "../encoding/ecdsa-signature.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import { policyText } from "../policy/policy.ts";
import type { Credentials } from "./credentials.ts";
import type { CloudFrontFindingId } from "./fixes.ts";
import { otherPolicies, otherUrls } from "./mutations.ts";
import type { Presented } from "./request.ts";
import { clip, urlDifference } from "./url-difference.ts";
import type { CloudFrontVerifier } from "./verifier.ts";

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

/** What the signature was made for, if not for the request: found by checking it against what people sign by mistake. */
export async function searchCause(verifier: CloudFrontVerifier, searched: SearchedWith): Promise<Cause | undefined> {
  const { presented, credentials, keyPairId, raw, given, hostnames } = searched;
  const { kind, policy, policyText: text = "", signature = new Uint8Array(), bytes = new Uint8Array() } = credentials;
  const hash = credentials.hashAlgorithm as HashAlgorithm;
  const other = hash === "SHA1" ? "SHA256" : "SHA1";
  const ids = verifier.keyPairIds.slice(0, 10);
  if (await verifier.signatureFits(keyPairId, hash, signature, bytes)) return undefined;

  const der = signature.length === 64 ? ecdsaToDer(signature) : signature;
  for (const id of [keyPairId, ...ids]) {
    for (const tried of [hash, other] as const) {
      if (!(await verifier.signatureFits(id, tried, der, bytes))) continue;
      if (id !== keyPairId) return ["key-id-wrong", `the signature was made with ${clip(id, 20)}`];
      if (tried !== hash) return ["hash-mismatch", `the signature was made with ${tried}, and ${hash} is said or assumed`];
      return ["signature-wrong-format", "the signature fits once its raw r and s are put into DER"];
    }
  }

  const encoder = new TextEncoder();
  const fits = async (candidate: string): Promise<boolean> => {
    for (const tried of [hash, other] as const)
      if (await verifier.signatureFits(keyPairId, tried, der, encoder.encode(candidate))) return true;
    return false;
  };
  if (kind === "canned" && policy) {
    const fragment = given.includes("#") ? [presented.url + given.slice(given.indexOf("#"))] : [];
    for (const resource of [raw, ...fragment, ...otherUrls(presented.url, hostnames), ...otherUrls(raw, [])].slice(0, 800)) {
      if (await fits(policyText({ ...policy, resource }))) return urlDifference(resource, presented.url);
    }
    const { dateLessThan } = policy;
    for (const end of [dateLessThan * 1000, Math.floor(dateLessThan / 1000), dateLessThan + 1, dateLessThan - 1]) {
      if (await fits(policyText({ ...policy, dateLessThan: end })))
        return ["expires-changed", `the signature is for ${end}, and ${dateLessThan} is sent`];
    }
  }
  for (const candidate of otherPolicies(text)) {
    if (!(await fits(candidate))) continue;
    let at = 0;
    while (candidate[at] === text[at]) at++;
    return [
      "policy-json-differs",
      `from byte ${at + 1}: signed ${JSON.stringify(candidate.slice(at, at + 10))}, expected ${JSON.stringify(text.slice(at, at + 10))}`,
    ];
  }
  // An EC signature of 64 bytes or an RSA one of 70 needs no search to be wrong.
  const lengths = `${signature.length} bytes`;
  if (signature.length < 128 && (signature[0] !== 0x30 || signature.length === 64))
    return ["signature-wrong-format", `it has ${lengths}, in no form that CloudFront reads`];
  return ["signature-mismatch", "it fits neither this request nor anything that is often signed instead"];
}
