import { domainFault, readTarget } from "cloudfront-sign-diagnosis/internals";
import { wireResource } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../refusal.ts";
import { printable } from "../terminal.ts";

/** Refuses a domain with which no browser sends the cookies to a resource. A host with wildcards may fit. */
export function checkDomain(domain: string | undefined, resources: readonly string[]): void {
  if (!domain) return;
  for (const resource of resources) {
    const target = readTarget(wireResource(resource));
    if (!target || /[*?]/.test(target.host)) continue;
    const fault = domainFault({ domain: domain.replace(/^\./, "").toLowerCase() }, { target });
    if (fault)
      refuse(
        `--domain: ${printable(fault.evidence)}; leave it out, or write the parent domain of both hosts`,
      );
  }
}
