import { matchesWildcards, unmetConditions } from "cloudfront-sign-webcrypto/internals";
import type { PolicyTerms } from "cloudfront-sign-webcrypto/verify";
import { resourceDifference } from "../differences/resource-difference.ts";
import { urlDifferenceFindings } from "../differences/url-difference-findings.ts";
import { urlDifferences } from "../differences/url-differences.ts";
import { type Finding, likely, proven } from "../findings/finding.ts";
import { rankAfterConditions } from "../findings/rank-findings.ts";
import type { ReadQuestion } from "../question/question.ts";
import { isResourceUndecided } from "../question/undecided-resource.ts";
import type { TimeOfRequest } from "../time-words.ts";

/** The conditions of the policy that the request does not meet. */
export function conditionFindings(question: ReadQuestion): Finding[] {
  const { ipAddress, time, isTimeGiven, request, credentials } = question;
  const { source, url } = request;
  if (!source || request.problem || credentials.problem) return [];
  const { policy, kind } = credentials;
  const comparedUrl = isResourceUndecided(question) ? undefined : url || undefined;
  const unmet = unmetConditions(kind, policy, comparedUrl, time, ipAddress);
  const findings: Finding[] = [];
  const isMismatch = unmet.includes("resource-mismatch");
  if (isMismatch && isOneUrl(policy.resource, url) && !isFolderOf(policy.resource, url))
    findings.push(...urlDifferenceFindings(policy.resource, url));
  for (const condition of unmet)
    if (condition !== "ip-unknown")
      findings.push(conditionFinding(condition, policy, url, { time, isGiven: isTimeGiven }));
  return [...findings, ...rewritingFindings(question)];
}

/** Whether a Resource has no wildcard, and so shows which URL was signed. A ? may start a query. */
function isOneUrl(resource: string, requested: string): boolean {
  if (resource === `${requested}?`) return true;
  return /^[^*?]+:\/\/[^*?]*(?:\?[^*?=/.]+(?:[=&][^*?]*)?)?$/.test(resource);
}

/** Whether a URL is in the folder that a Resource names, which would only lack its *. */
function isFolderOf(resource: string, url: string): boolean {
  const folder = resource.endsWith("/") ? resource : `${resource}/`;
  return url.startsWith(folder) && url !== folder;
}

/** What clients do to the URL, where no public key can show whether they did it before it was signed. */
function rewritingFindings(question: ReadQuestion): Finding[] {
  const { verifier, credentials, request, rawUrl } = question;
  if (verifier || credentials.kind === "custom" || rawUrl === request.url || question.keyLookupProblem)
    return [];
  return urlDifferences(rawUrl, request.url).map(({ id, evidence, ...place }) => ({
    id,
    certainty: "likely",
    evidence: { kind: "rewritten-by-clients", difference: evidence },
    compared: { signed: rawUrl, requested: request.url, ...place },
    rank: rankAfterConditions,
  }));
}

/** Three years. As a time it is in 1973, when there was nothing to sign. Our own limit. */
const longestDuration = 100_000_000;

function conditionFinding(
  unmet: Exclude<ReturnType<typeof unmetConditions>[number], "ip-unknown">,
  policy: PolicyTerms,
  url: string,
  request: TimeOfRequest,
): Finding {
  const { resource, dateLessThan, dateGreaterThan = 0, ipAddress = "" } = policy;
  switch (unmet) {
    case "dot-segment":
      return proven(unmet, "dot-segment-and-wildcard");
    case "resource-mismatch":
      return resourceFinding(resource, url);
    case "expired":
      return proven(
        unmet,
        dateLessThan > 0 && dateLessThan < longestDuration
          ? { kind: "duration", seconds: dateLessThan }
          : { kind: "ended", end: dateLessThan, request },
      );
    case "not-yet-valid":
      return proven(unmet, { kind: "starts", start: dateGreaterThan, request });
    case "ip-mismatch":
      return proven(unmet, { kind: "other-address", cidr: ipAddress });
    case "ipv6-viewer":
      return proven(unmet, { kind: "ipv6-address", cidr: ipAddress });
  }
}

function resourceFinding(resource: string, url: string): Finding {
  if (resource.includes("\\")) return proven("resource-mismatch", "backslash-in-resource");
  const { section, compared } = resourceDifference(resource, url);
  if (resource.includes("?") && matchesWildcards(resource, url))
    return { ...likely("resource-mismatch", "question-mark-as-wildcard"), compared };
  return { ...proven("resource-mismatch", { kind: "section-not-covered", section, resource }), compared };
}
