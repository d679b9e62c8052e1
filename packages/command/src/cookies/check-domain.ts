import { domainProblem } from "cloudfront-sign-diagnosis/internals";
import { wireResource } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../refusal.ts";
import { printable } from "../terminal.ts";

/** Refuses a domain with which no browser sends the cookies to a resource. A host with wildcards may fit. */
export function checkDomain(domain: string | undefined, resources: readonly string[]): void {
  if (!domain) return;
  for (const resource of resources) {
    const problem = domainProblem(domain.replace(/^\./, "").toLowerCase(), wireResource(resource));
    if (problem !== undefined)
      refuse(`--domain: ${printable(problem)}; leave it out, or write the parent domain of both hosts`);
  }
}
