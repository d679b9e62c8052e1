import { setCookieFindings } from "../../explain/cookies/set-cookie-findings.ts";
import { describeEvidence } from "../../explain/describe-evidence.ts";
import { wireResource } from "../../url/resource-pattern.ts";
import { refuse } from "../refusal.ts";
import { printable } from "../terminal.ts";

/** Refuses a domain with which no browser sends the cookies to a resource. A host with wildcards may fit. */
export function checkDomain(domain: string | undefined, resources: readonly string[]): void {
  if (!domain) return;
  for (const resource of resources) {
    const url = wireResource(resource);
    const [finding] = setCookieFindings([`CloudFront-Policy=x; Domain=${domain}`], url);
    if (finding?.id === "cookie-domain" && !/^[^/]*:\/\/[^/]*[*?]/.test(url))
      refuse(
        `--domain: ${printable(describeEvidence(finding.evidence))}; leave it out, or write the parent domain of both hosts`,
      );
  }
}
