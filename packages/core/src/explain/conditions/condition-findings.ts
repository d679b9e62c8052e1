import type { PolicyTerms } from "../../policy/policy.ts";
import { resourceCovers } from "../../url/resource-match.ts";
import { type UnmetCondition, unmetCondition } from "../../verify/conditions.ts";
import type { Evidence } from "../evidence.ts";
import { type Finding, proven } from "../finding.ts";
import type { ReadQuestion } from "../question.ts";
import { rankAfterConditions } from "../rank-findings.ts";
import { urlDifference } from "../signature/url-difference.ts";
import type { ResourceSection } from "./condition-evidence.ts";

/** The condition of the policy that the request does not meet. */
export function conditionFindings(question: ReadQuestion): Finding[] {
  const { ipAddress, time, request, credentials, code, status } = question;
  const { source, url } = request;
  if (!source || request.problem || credentials.problem) return [];
  const { policy, kind } = credentials;
  const unmet = unmetCondition(kind, policy, url || undefined, time, ipAddress);
  const findings: Finding[] = [];
  // A Resource that is one URL shows which URL was signed.
  if (unmet === "resource-mismatch" && policy.resource.includes("://") && !policy.resource.includes("*")) {
    const { id, evidence } = urlDifference(policy.resource, url);
    findings.push(proven(id, evidence));
  }
  if (unmet && unmet !== "ip-unknown")
    findings.push(proven(unmet, conditionEvidence(unmet, policy, url, time)));
  // The address is optional: without it, only a denial is a reason to ask for it.
  const isDenied = code === undefined ? status === 403 : code === "AccessDenied";
  if (unmet === "ip-unknown" && isDenied)
    findings.push({ id: unmet, certainty: "possible", evidence: "address-not-given" });
  return [...findings, ...rewritingFindings(question)];
}

/** What clients do to the URL, where no public key can show whether they did it before it was signed. */
function rewritingFindings(question: ReadQuestion): Finding[] {
  const { verifier, credentials, request, rawUrl } = question;
  if (verifier || credentials.kind === "custom" || rawUrl === request.url || question.keyLookupProblem)
    return [];
  const { id, evidence } = urlDifference(rawUrl, request.url);
  return [
    {
      id,
      certainty: "likely",
      evidence: { kind: "rewritten-by-clients", difference: evidence },
      rank: rankAfterConditions,
    },
  ];
}

/** Three years. As a time it is in 1973, when there was nothing to sign. Our own limit. */
const longestDuration = 100_000_000;

function conditionEvidence(unmet: UnmetCondition, policy: PolicyTerms, url: string, time: number): Evidence {
  const { resource, dateLessThan, dateGreaterThan = 0, ipAddress = "" } = policy;
  const seconds = time / 1000;
  switch (unmet) {
    case "dot-segment":
      return "dot-segment-and-wildcard";
    case "resource-mismatch":
      return resource.includes("\\")
        ? "backslash-in-resource"
        : { kind: "section-not-covered", section: uncoveredSection(resource, url), resource };
    case "expired":
      return dateLessThan > 0 && dateLessThan < longestDuration
        ? { kind: "duration", seconds: dateLessThan }
        : { kind: "ended", secondsAgo: Math.ceil(seconds - dateLessThan) };
    case "not-yet-valid":
      return { kind: "starts", secondsLeft: Math.max(1, Math.ceil(dateGreaterThan - seconds)) };
    case "ip-unknown":
      return "address-not-given";
    case "ip-mismatch":
      return { kind: "other-address", cidr: ipAddress };
    case "ipv6-viewer":
      return { kind: "ipv6-address", cidr: ipAddress };
  }
}

type Sections = Readonly<Record<ResourceSection, string | undefined>>;

/** The first section of a URL that a resource does not cover. */
function uncoveredSection(resource: string, url: string): ResourceSection {
  const pattern = sectionsOf(resource);
  const requested = sectionsOf(url);
  // Only a domain that starts with * may lack its protocol.
  const missing = resource.slice(0, 1);
  const names: readonly ResourceSection[] = ["protocol", "domain", "path", "query"];
  return names.find((name) => !sectionCovers(pattern[name] ?? missing, requested[name] ?? "")) ?? "query";
}

function sectionsOf(text: string): Sections {
  const [, protocol, domain, path, query] = /^(?:([^/]*):\/\/)?([^/?]*)([^?]*)(.*)$/s.exec(text) ?? [];
  return { protocol, domain, path, query };
}

/** Compares one section as if it were a whole path, in which no ? starts a query. */
function sectionCovers(pattern: string, text: string): boolean {
  return resourceCovers(`https://h/${pattern.replace(/\?/g, "x")}`, `https://h/${text.replace(/\?/g, "x")}`);
}
