import { domainProblem } from "cloudfront-sign-diagnosis/internals";
import { wireResource } from "cloudfront-sign-webcrypto/internals";
import { isLoopback } from "../loopback-names.ts";
import { refuse } from "../refusal.ts";
import { printable } from "../terminal.ts";
import type { CookieFormat } from "./cookie-set.ts";

/** Refuses a domain with which no browser sends the cookies to a resource. A host with wildcards may fit. */
export function checkDomain(domain: string | undefined, resources: readonly string[]): void {
  if (!domain) return;
  for (const resource of resources) {
    const problem = domainProblem(domain.replace(/^\./, "").toLowerCase(), wireResource(resource));
    if (problem !== undefined)
      refuse(`--domain: ${printable(problem)}; leave it out, or write the parent domain of both hosts`);
  }
}

/** Refuses `Secure` cookies for a resource of http: no browser sends them there, but to this machine. */
export function checkSecure(
  format: CookieFormat,
  secure: boolean | undefined,
  resources: readonly string[],
): void {
  if (secure === false || (format !== "set-cookie" && format !== "curl-jar")) return;
  const lost = resources.find((resource) => {
    const [, host] = /^http:\/\/(\[[^\]]*\]|[^/:]*)/.exec(wireResource(resource)) ?? [];
    return host !== undefined && !isLoopback(host);
  });
  if (lost !== undefined)
    refuse(
      `--no-secure: is missing for ${lost}: browsers send Secure cookies over https alone; add --no-secure, or write https://`,
    );
}
