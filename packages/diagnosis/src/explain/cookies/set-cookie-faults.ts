import { limits } from "cloudfront-sign-webcrypto/internals";
import type { DomainFlaw } from "../evidence/cookie-evidence.ts";
import { describeEvidence } from "../evidence/describe-evidence.ts";
import { type Finding, likely, proven } from "../findings/finding.ts";
import type { TimeOfRequest } from "../time-words.ts";
import { domainMatches, isKnownPublicSuffix, isTrustworthy, pathMatches } from "./cookie-scope.ts";
import { type RequestTarget, readTarget } from "./request-target.ts";
import type { SetCookieLine } from "./set-cookie-line.ts";
import { siteRelation } from "./site-relation.ts";

/** What decides, besides the line itself, whether a browser sends a cookie. */
export interface CookieCircumstances {
  /** The URL, as far as it is known. */
  readonly target: RequestTarget | undefined;
  /** The page that makes the request. */
  readonly page: RequestTarget | undefined;
  readonly request: TimeOfRequest;
}

type LineFault = (line: SetCookieLine, circumstances: CookieCircumstances) => Finding | undefined;

/** Why browsers do not send the cookie of a line with the request. */
export function lineFaults(line: SetCookieLine, circumstances: CookieCircumstances): Finding[] {
  const faults: readonly LineFault[] = [
    endFault,
    sizeFault,
    domainFault,
    pathFault,
    sameSiteFault,
    secureFault,
  ];
  return faults.map((fault) => fault(line, circumstances)).filter((finding) => finding !== undefined);
}

/** Whether browsers ignore a line, so that it replaces no other cookie. */
export function isIgnored(line: SetCookieLine, { target }: CookieCircumstances): boolean {
  return (
    sizeFault(line) !== undefined ||
    (line.sameSite === "None" && !line.isSecure) ||
    (target !== undefined && domainFault(line, { target }) !== undefined)
  );
}

/** 1 January 1980 in milliseconds. To remove a cookie, frameworks write a date in 1970. */
const longBeforeAnyCookie = 315_532_800_000;

function endFault(line: SetCookieLine, { request }: CookieCircumstances): Finding | undefined {
  const { name, endsAt, endAttribute } = line;
  if (endsAt === undefined || endsAt > request.time) return undefined;
  if (endsAt < longBeforeAnyCookie)
    return proven("cookie-expired", { kind: "cookie-removed", name, attribute: endAttribute });
  return proven("cookie-expired", { kind: "cookie-ended", name, endsAt, request });
}

function sizeFault({ name, bytes }: SetCookieLine): Finding | undefined {
  if (bytes <= limits.longestCookie) return undefined;
  return proven("cookie-too-large", { kind: "cookie-size", name, bytes });
}

/**
 * Why no browser sends cookies of a domain to a resource, which is a URL or a pattern in wire form. A host with
 * wildcards may fit.
 */
export function domainProblem(domain: string, resource: string): string | undefined {
  const target = readTarget(resource);
  if (!target || /[*?]/.test(target.host)) return undefined;
  const fault = domainFault({ domain }, { target });
  return fault && describeEvidence(fault.evidence);
}

/** Why the `Domain` of a line keeps the cookie from a host. */
export function domainFault(
  { domain }: Pick<SetCookieLine, "domain">,
  { target }: Pick<CookieCircumstances, "target">,
): Finding | undefined {
  const host = target?.host;
  if (domain === "" || domain === host) return undefined;
  const flaw = domainFlaw(domain);
  if (flaw) return proven("cookie-domain", { kind: "cookie-domain-flaw", domain, flaw });
  const isCovered = host === undefined || domainMatches(host, domain);
  if (isKnownPublicSuffix(domain) && (isCovered || domain.includes(".")))
    return proven("cookie-domain", { kind: "cookie-domain-is-public-suffix", domain });
  return isCovered ? undefined : proven("cookie-domain", { kind: "cookie-domain-elsewhere", domain, host });
}

function domainFlaw(domain: string): DomainFlaw | undefined {
  if (domain.includes("://")) return "url";
  if (domain.includes("*")) return "wildcard";
  return /^[^:]+:\d+$/.test(domain) ? "port" : undefined;
}

function pathFault({ path }: SetCookieLine, { target }: CookieCircumstances): Finding | undefined {
  if (path === undefined || (target && pathMatches(target.path, path))) return undefined;
  if (!path.startsWith("/")) return likely("cookie-path", { kind: "cookie-path-without-slash", path });
  if (path.includes("*")) return proven("cookie-path", { kind: "cookie-path-with-asterisk", path });
  return target && proven("cookie-path", { kind: "cookie-path-elsewhere", path, requested: target.path });
}

function sameSiteFault(line: SetCookieLine, { target, page }: CookieCircumstances): Finding | undefined {
  const { sameSite, isSecure } = line;
  if (sameSite === "None")
    return isSecure ? undefined : proven("cookie-same-site", "same-site-none-without-secure");
  if (!target || !page || siteRelation(page, target) !== "cross-site") return undefined;
  return {
    id: "cookie-same-site",
    // Lax cookies go along when the viewer follows a link, and only some browsers assume Lax.
    certainty: sameSite === "Strict" ? "proven" : "likely",
    evidence: { kind: "same-site-from-another-site", sameSite, page: page.host },
  };
}

function secureFault(line: SetCookieLine, { target }: CookieCircumstances): Finding | undefined {
  if (line.isSecure)
    return target && !isTrustworthy(target) ? proven("cookie-secure", "secure-cookie-over-http") : undefined;
  // Browsers that do not know the attribute ignore it.
  return line.isPartitioned ? likely("cookie-secure", "partitioned-without-secure") : undefined;
}
