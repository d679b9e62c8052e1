import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { describeSeconds, limits } from "cloudfront-sign-webcrypto/internals";
import { type Finding, found, likely, proven } from "../../findings/finding.ts";
import { isInRoot, quote, shownPath } from "../../findings/quote.ts";
import { type ArrivedCookies, namesLacking } from "../../request/arrived-cookies.ts";
import {
  domainMatches,
  isIpAddress,
  isKnownPublicSuffix,
  isTrustworthy,
  pathMatches,
  sharedSuffix,
  siteRelation,
} from "../../request/cookie-scope.ts";
import { usualClockDifference } from "../../request/limits.ts";
import type { RequestTarget } from "../../request/request-target.ts";
import { isSameCookie, type SetCookieLine, type SigningLine } from "../../request/set-cookie-line.ts";
import type { TimeOfRequest } from "../../request/time-words.ts";
import type { Checks } from "../check.ts";
import { type CookieValueFinding, valueFault } from "./cookie-values.ts";

/**
 * Why browsers do not send the cookie of a `Set-Cookie` line.
 *
 * @inline
 */
export type SetCookieFindingId =
  /**
   * `Expires` is in the past, or `Max-Age` is 0 or less.
   *
   * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7
   */
  | "cookie-expired"
  /**
   * The name and value of a cookie together exceed 4,096 bytes, or there are too many cookies; `possible` if only the number is too high.
   *
   * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7
   */
  | "cookie-too-large"
  /**
   * `Domain` is a public suffix, does not cover the host, or is not a host name; `likely` or `possible` if browsers
   * send the cookies only to the host that set them.
   *
   * @see https://github.com/video-dev/hls.js/issues/1423
   */
  | "cookie-domain"
  /**
   * `Path` has a `*`, or is not a prefix of the path.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-setting-signed-cookie-canned-policy.html
   */
  | "cookie-path"
  /**
   * `SameSite=None` is set without `Secure`, or `SameSite` is `Strict` or `Lax` and the page is on another site.
   *
   * @see https://github.com/duracloud/duracloud/pull/126
   */
  | "cookie-same-site"
  /**
   * A cookie is `Secure` and the request goes to an http URL that is not on this machine, or a cookie is `Partitioned` without `Secure`.
   *
   * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.8.3
   */
  | "cookie-secure";

export const setCookieLines: Checks<SetCookieFindingId> = {
  "cookie-expired": {
    rank: 210,
    summary: "The cookies have expired, so browsers have removed them.",
    fix: "Set the cookies again. Leave Expires and Max-Age out, or let them last as long as the policy.",
  },
  "cookie-too-large": {
    rank: 220,
    summary: "A cookie is larger than browsers accept.",
    fix: "Shorten the policy by replacing part of Resource with *.",
  },
  "cookie-domain": {
    rank: 230,
    summary: "The cookies' Domain does not match this host, so browsers do not send them.",
    fix: "Give the distribution an alternate domain name, and set Domain to that name or to its parent domain.",
  },
  "cookie-path": {
    rank: 240,
    summary: "The cookies' Path does not match this URL, so browsers do not send them.",
    fix: "Set Path to a plain prefix of the requested path, such as /. Cookies have no wildcards.",
  },
  "cookie-same-site": {
    rank: 250,
    summary: "Browsers reject these cookies: SameSite=None needs Secure.",
    fix: "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  },
  "cookie-secure": {
    rank: 260,
    summary: "Browsers do not send Secure cookies over http.",
    fix: "Use https for this request.",
  },
};

/** What decides, besides the line itself, whether a browser sends a cookie. */
export interface CookieCircumstances {
  /** The URL, as far as it is known. */
  readonly target: RequestTarget | undefined;
  /** The page that makes the request. */
  readonly page: RequestTarget | undefined;
  readonly request: TimeOfRequest & { readonly isCertain: boolean };
}

/** Why a browser does not send the cookie of a line. */
export type CookieFault = Finding<SetCookieFindingId>;

type LineFault = (line: SetCookieLine, circumstances: CookieCircumstances) => CookieFault | undefined;

/** Why browsers do not send the cookie of a line with the request. */
export function lineFaults(line: SetCookieLine, circumstances: CookieCircumstances): CookieFault[] {
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
function isIgnored(line: SetCookieLine, { target }: CookieCircumstances): boolean {
  return (
    sizeFault(line) !== undefined ||
    (line.sameSite === "None" && !line.isSecure) ||
    (target !== undefined && domainFault(line, { target }) !== undefined)
  );
}

/** 1 January 1980 in milliseconds. To remove a cookie, frameworks write a date in 1970. */
const longBeforeAnyCookie = 315_532_800_000;

function endFault(line: SetCookieLine, { request }: CookieCircumstances): CookieFault | undefined {
  const { name, endsAt, endAttribute } = line;
  if (endsAt === undefined || endsAt > request.time) return undefined;
  if (endsAt < longBeforeAnyCookie)
    return proven("cookie-expired", `the ${endAttribute} of ${name} tells browsers to remove the cookie`, {
      summary: "These lines remove the cookies, as a sign-out does.",
      fix: "Set the cookies again, without Max-Age and Expires or with a future time. Check that no sign-out came later.",
    });
  // At the time of the request, the cookie may have been there.
  return found(
    "cookie-expired",
    request.isCertain ? "proven" : "likely",
    `the Expires of ${name} was ${describeEnd(endsAt, request)}`,
  );
}

function describeEnd(endsAt: number, { time, isGiven }: TimeOfRequest): string {
  const seconds = (time - endsAt) / 1000;
  const hint = seconds < usualClockDifference ? ": perhaps the clocks differ" : "";
  return `${describeSeconds(seconds)} ${isGiven ? "before the request" : "ago"}${hint}`;
}

function sizeFault({ name, bytes }: SetCookieLine): CookieFault | undefined {
  if (bytes <= limits.longestCookie) return undefined;
  return proven(
    "cookie-too-large",
    `${name} and its value have ${bytes} bytes, and browsers ignore more than ${limits.longestCookie}`,
  );
}

/** Why the `Domain` of a line keeps the cookie from a host. */
export function domainFault(
  { domain }: Pick<SetCookieLine, "domain">,
  { target }: Pick<CookieCircumstances, "target">,
): CookieFault | undefined {
  const host = target?.host;
  if (domain === "" || domain === host) return undefined;
  const flaw = domainFlaw(domain);
  if (flaw)
    return proven("cookie-domain", `Domain=${quote(domain)} ${flaw}`, {
      summary: "The Domain of the cookies is not a host name.",
      fix: "Set Domain to a host name alone, such as example.com: it covers cdn.example.com too.",
    });
  const isCovered = host === undefined || domainMatches(host, domain);
  if (isKnownPublicSuffix(domain) && (isCovered || domain.includes(".")))
    return proven(
      "cookie-domain",
      `Domain=${quote(domain)} is a public suffix, for which browsers refuse cookies`,
    );
  if (isCovered) return undefined;
  const evidence = `Domain=${quote(domain)} does not cover ${quote(host)}`;
  const parent = host === undefined ? "" : commonParent(host, domain);
  return parent === ""
    ? proven("cookie-domain", evidence)
    : proven("cookie-domain", evidence, {
        fix: `Set Domain=${quote(parent)}, which covers ${quote(host ?? "")}, too.`,
      });
}

/** The longest parent that two host names share, and that no registry has; empty without one. */
function commonParent(one: string, other: string): string {
  const suffix = isIpAddress(one) ? "" : sharedSuffix(one, other);
  return suffix === "" || isKnownPublicSuffix(suffix) ? "" : suffix;
}

function domainFlaw(domain: string): string | undefined {
  if (domain.includes("://")) return "is a URL and not a host name";
  if (domain.includes("*")) return "has a *, but cookies have no wildcards";
  return /^[^:]+:\d+$/.test(domain) ? "has a port, but cookies have none" : undefined;
}

function pathFault({ path }: SetCookieLine, { target }: CookieCircumstances): CookieFault | undefined {
  if (path === undefined || (target && pathMatches(target.path, path))) return undefined;
  if (!path.startsWith("/"))
    return likely(
      "cookie-path",
      `Path=${quote(path)} does not start with /, so browsers use the folder of the URL that set it`,
      { fix: "Let Path start with /: Path=/ covers all paths of the host, and Path=/images one folder." },
    );
  if (path.includes("*"))
    return proven("cookie-path", `Path=${quote(path)} has a *, which is not a wildcard in cookie paths`, {
      fix: `Set ${pathAttribute(path)}: Path has no wildcards.`,
    });
  if (!target || (target.isStart && path.startsWith(target.path))) return undefined;
  return proven("cookie-path", `Path=${quote(path)} is not a prefix of the requested path`, {
    fix: `Set ${pathAttribute(target.path)}.${isInRoot(target.path) ? "" : " If the policy covers more, set Path=/ instead."}`,
  });
}

/** The `Path` of the folder that a path or pattern is in, before the first *. */
function pathAttribute(path: string): string {
  const [literal = ""] = path.split("*", 1);
  const folder = literal.slice(0, Math.max(1, literal.lastIndexOf("/")));
  return folder === "/"
    ? "Path=/, which covers all paths of the host"
    : `Path=${shownPath(folder)}, which covers all paths below it`;
}

function sameSiteFault(line: SetCookieLine, { target, page }: CookieCircumstances): CookieFault | undefined {
  const { sameSite, isSecure } = line;
  if (sameSite === "None")
    return isSecure ? undefined : proven("cookie-same-site", "browsers refuse SameSite=None without Secure");
  if (!target || !page || siteRelation(page, target) !== "cross-site") return undefined;
  const attribute =
    sameSite === undefined ? "without SameSite, Chrome and Edge assume Lax" : `SameSite=${sameSite}`;
  const seen = {
    evidence: `${attribute}, and the page is on another site: ${quote(page.host)}`,
    summary: "Because of SameSite, browsers do not send the cookies from a page on another site.",
    fix: "Serve the files from an alternate domain name under the domain of the page, or set SameSite=None; Secure and fetch with credentials.",
  };
  // Lax cookies go along when the viewer follows a link, and only some browsers assume Lax.
  return found("cookie-same-site", sameSite === "Strict" ? "proven" : "likely", seen);
}

function secureFault(line: SetCookieLine, { target }: CookieCircumstances): CookieFault | undefined {
  if (line.isSecure)
    return target && !isTrustworthy(target)
      ? proven("cookie-secure", "browsers do not send a Secure cookie over http")
      : undefined;
  // Browsers that do not know the attribute ignore it.
  if (!line.isPartitioned) return undefined;
  return likely("cookie-secure", "browsers refuse Partitioned without Secure", {
    summary: "Browsers refuse Partitioned cookies without Secure.",
    fix: "Set Partitioned; Secure, or leave Partitioned out.",
  });
}

/** A line that a browser keeps, and why it does not send the cookie. */
export interface JudgedLine {
  readonly line: SigningLine;
  readonly faults: readonly CookieFault[];
}

/** The lines that no later line replaces or removes. */
export function judgeLines(lines: readonly SigningLine[], circumstances: CookieCircumstances): JudgedLine[] {
  return lines
    .filter((line, i) => !lines.some((later, j) => j > i && replaces(later, line, circumstances)))
    .map((line) => ({ line, faults: lineFaults(line, circumstances) }));
}

/** Whether a later line takes the place of an earlier one. */
export function replaces(later: SigningLine, line: SigningLine, circumstances: CookieCircumstances): boolean {
  return isSameCookie(line, later) && !isIgnored(later, circumstances);
}

/** Why browsers do not send cookies that did not arrive. */
export function setCookieFindings(
  judged: readonly JudgedLine[],
  { values }: ArrivedCookies,
): (CookieFault | CookieValueFinding)[] {
  return missedLines(judged, (name) => values.has(name)).flatMap(
    ({ line, faults }): readonly (CookieFault | CookieValueFinding)[] => {
      // Nobody sees the value of a cookie that is not kept at all.
      const isKept = !faults.some(({ id }) => id === "cookie-expired" || id === "cookie-too-large");
      const inValue = isKept ? valueFault(line.name, line.value) : undefined;
      return inValue ? [...faults, inValue] : faults;
    },
  );
}

/** The same about cookies that arrived nevertheless, as it is if other lines set them. */
export function contradictedFindings(judged: readonly JudgedLine[]): CookieFault[] {
  return missedLines(judged, () => false).flatMap(({ faults }) => faults);
}

/** The lines whose cookie neither arrived nor is sent because of another line. */
function missedLines(
  judged: readonly JudgedLine[],
  hasArrived: (name: SignedCookieName) => boolean,
): readonly JudgedLine[] {
  const isThere = (name: SignedCookieName): boolean =>
    hasArrived(name) || judged.some(({ line, faults }) => line.name === name && faults.length === 0);
  const lacking = namesLacking(isThere);
  return judged.filter(({ line: { name, value, endsAt = 0 }, faults }) => {
    if (hasArrived(name) || (isThere(name) && faults.length > 0)) return false;
    if (name === "CloudFront-Hash-Algorithm") return value !== "" && endsAt > Number.NEGATIVE_INFINITY;
    return faults.length === 0 || lacking.includes(name) || lackedPolicy(name, lacking);
  });
}

/** One kind of policy stands for the other: a request needs one of them. */
function lackedPolicy(name: SignedCookieName, lacking: readonly SignedCookieName[]): boolean {
  return name === "CloudFront-Expires" && lacking.includes("CloudFront-Policy");
}

/** The size of all signed cookies that a browser sends. */
export function headerSizeFindings(judged: readonly JudgedLine[]): CookieFault[] {
  const bytes = judged
    .filter(({ faults }) => faults.length === 0)
    .reduce((sum, { line }) => sum + line.bytes, 0);
  if (bytes <= limits.longestCookieHeader) return [];
  const seen = {
    evidence: `the signed cookies have ${bytes} bytes, and CloudFront accepts ${limits.longestCookieHeader} of headers`,
    summary: "The signed cookies are together larger than CloudFront accepts.",
    fix: "Keep all headers below 20,480 bytes: send one set of cookies to each URL, and sign with a P-256 key.",
  };
  return [proven("cookie-too-large", seen)];
}
