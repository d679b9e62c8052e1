import { policyText } from "../../policy/policy.ts";
import type { DecodedCredentials } from "../../verify/credentials.ts";
import { type Finding, proven } from "../finding.ts";
import { longestSearch, longestUrlVariants, mostUrlVariants } from "../limits.ts";
import type { ReadQuestion } from "../question.ts";
import { expiryVariants, policyTextVariants } from "./signed-policy-variants.ts";
import { urlVariants } from "./signed-url-variants.ts";
import { urlDifference } from "./url-difference.ts";

/** A text that may have been signed. */
export interface SignedVariant {
  readonly text: string;
  /** The finding if the signature is valid for it. */
  readonly finding: () => Finding;
  /** Whether it is common enough to be tried with the other hash, too. */
  readonly isCommon: boolean;
}

/** What people sign by mistake instead of the policy that is sent, most frequent first. */
export function signedVariants(credentials: DecodedCredentials, question: ReadQuestion): SignedVariant[] {
  const { kind, policyText: sent } = credentials;
  const canned = kind === "canned" ? cannedVariants(credentials, question) : [];
  const rewritten = policyTextVariants(sent).map((text) => ({
    text,
    finding: () => policyTextFinding(text, sent),
    isCommon: true,
  }));
  return [...canned, ...rewritten];
}

/** Canned policies for other URLs and for other expiry times. */
function cannedVariants(
  { policy, policyText: sent }: DecodedCredentials,
  question: ReadQuestion,
): SignedVariant[] {
  const { url } = question.request;
  const { dateLessThan } = policy;
  const resources = signedUrls(question);
  const room = longestSearch - resources.reduce((sum, { length }) => sum + length, 0);
  const ends = expiryVariants(dateLessThan).slice(0, Math.floor(room / sent.length));
  return [
    ...resources.map((resource) => ({
      text: policyText({ ...policy, resource }),
      finding: () => urlFinding(resource, url),
      isCommon: true,
    })),
    ...ends.map((end) => ({
      text: policyText({ ...policy, dateLessThan: end }),
      finding: () => expiryFinding(end, dateLessThan),
      isCommon: false,
    })),
  ];
}

/** URLs that may have been signed instead of the requested one. Of long ones, only the most frequent. */
function signedUrls({ request, rawUrl, givenUrl, hostnames }: ReadQuestion): string[] {
  const { url } = request;
  const hash = givenUrl.indexOf("#");
  const asGiven = hash < 0 ? [rawUrl] : [rawUrl, url + givenUrl.slice(hash)];
  const variantsOfRaw = rawUrl === url ? [] : urlVariants(rawUrl, []);
  const tried = new Set([url]);
  let length = 0;
  for (const variants of [asGiven, urlVariants(url, hostnames), variantsOfRaw]) {
    for (const variant of variants) {
      if (tried.has(variant)) continue;
      length += variant.length;
      if (length > longestUrlVariants || tried.size >= mostUrlVariants) return [...tried].slice(1);
      tried.add(variant);
    }
  }
  return [...tried].slice(1);
}

function urlFinding(signed: string, requested: string): Finding {
  const { id, evidence } = urlDifference(signed, requested);
  return { ...proven(id, evidence), compared: { signed, requested } };
}

function expiryFinding(signed: number, sent: number): Finding {
  const compared = { signed: `Expires=${signed}`, requested: `Expires=${sent}` };
  return { ...proven("expires-changed", { kind: "other-expiry", signed, sent }), compared };
}

function policyTextFinding(signed: string, sent: string): Finding {
  let at = 0;
  while (signed[at] === sent[at]) at++;
  const evidence = {
    kind: "other-policy-text",
    position: at + 1,
    signed: signed.slice(at),
    sent: sent.slice(at),
  } as const;
  return { ...proven("policy-json-differs", evidence), compared: { signed, requested: sent } };
}
