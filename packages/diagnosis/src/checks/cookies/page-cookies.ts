import { type Finding, likely, possible } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import { namesLacking } from "../../request/arrived-cookies.ts";
import { cloudFrontSuffix, domainMatches, isWithin, siteRelation } from "../../request/cookie-scope.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { readPage, readTarget } from "../../request/request-target.ts";
import type { Checks } from "../check.ts";
import type { CookieCircumstances, CookieFault, JudgedLine } from "./set-cookie-lines.ts";

/**
 * What the page that makes a request does to its cookies.
 *
 * @inline
 */
export type ThirdPartyFindingId =
  /**
   * A script called `fetch` with `credentials: "omit"`, or with `same-origin` from a page of another origin.
   *
   * @see https://fetch.spec.whatwg.org/#concept-request-credentials-mode
   */
  | "credentials-omitted"
  /**
   * The page is on a different site from the cookies, and none of them arrived.
   *
   * @see https://github.com/videojs/video.js/issues/5247
   */
  | "third-party-cookies";

export const thirdPartyCookies: Checks<ThirdPartyFindingId> = {
  "credentials-omitted": {
    rank: 288,
    explains: ["missing", "segment-not-signed"],
    summary: "The script requests the URL without cookies.",
    fix: 'Call fetch with credentials: "include". The response then needs Access-Control-Allow-Credentials: true, and in Access-Control-Allow-Origin the origin of the page instead of *.',
    certainty: "likely",
    find: ({ credentialsMode, pageOrigin, request, answer }) => {
      const [page, target] = [readPage(pageOrigin), readTarget(request.url)];
      const isSame = page && page.host === target?.host && page.scheme === target.scheme;
      const isLeftOut = credentialsMode === "omit" || (credentialsMode === "same-origin" && !isSame);
      return isLeftOut && !answer.isAllowed
        ? credentialsMode === "omit"
          ? 'fetch is called with credentials: "omit"'
          : "as the text shows it, the script or the element sends cookies to the origin of the page alone"
        : undefined;
    },
  },
  "third-party-cookies": {
    rank: 1195,
    summary: "Browsers may block cookies of a site other than the page's.",
    fix: "Serve the files from an alternate domain name under the domain of the page: Safari blocks cookies of other sites, Firefox separates them by site, and Chrome can be set to block them.",
  },
};

/** After what the lines prove, and before what says that nothing arrived. */
const rankOfSetter = 294;
const rankOfThirdParty = 295;
const rankOfOmitted = 296;

/** After what says that nothing arrived. */
const rankOfUnknownPage = 821;

/** Lines whose Domain would be right if the requested host itself set them, which no line says. */
export function setterFindings(
  judged: readonly JudgedLine[],
  { target, page }: CookieCircumstances,
): CookieFault[] {
  const [first] = judged;
  const isDomainWrong = judged.some(({ faults }) => faults.some(({ id }) => id === "cookie-domain"));
  if (!target || !first || isDomainWrong) return [];
  const { domain, sameSite } = first.line;
  const { host } = target;
  if (page) {
    // Who sets SameSite=None expects that the host of the files sets cookies for pages of other sites.
    if (sameSite === "None" && siteRelation(page, target) === "cross-site") return [];
    const canSet = domain === "" ? page.host === host : domainMatches(page.host, domain);
    if (canSet) return [];
    const evidence =
      domain === ""
        ? `there is no Domain, so browsers send them only to ${quote(page.host)}`
        : `a response from ${quote(page.host)} cannot set Domain=${quote(domain)}`;
    const rank = sameSite === undefined ? {} : { rank: rankOfSetter };
    return [likely("cookie-domain", evidence, { ...otherSetter, ...rank })];
  }
  if (domain !== "" && !isWithin(domain, cloudFrontSuffix)) return [];
  const evidence =
    domain === ""
      ? `there is no Domain, so browsers send the cookies only to the host that set them, which may not be ${quote(host)}`
      : `no host but ${quote(host)} can set Domain=${quote(domain)}`;
  return [possible("cookie-domain", evidence, { ...otherSetter, rank: rankOfSetter })];
}

const otherSetter = {
  summary: "The cookies may be for the host that set them, not for this one.",
  fix: "Give the distribution an alternate domain name under the domain of your page, and set Domain to their common parent: example.com for app.example.com and cdn.example.com.",
} as const;

/** Cookies whose lines have no fault, and of which none arrived: then a page of another origin has to ask for them. */
export function omittedFindings(
  { areCookiesGiven, areCookiesUncertain, code, credentialsMode, method, answer }: ReadQuestion,
  judged: readonly JudgedLine[],
  { target, page }: CookieCircumstances,
): Finding<"credentials-omitted">[] {
  const isSet = namesLacking((name) => judged.some(({ line }) => line.name === name)).length === 0;
  const isUnsent = code === "MissingKey" || (areCookiesGiven && !areCookiesUncertain);
  const isSameOrigin = page?.host === target?.host && page?.scheme === target?.scheme;
  if (!target || !isSet || !isUnsent || isSameOrigin || answer.isAllowed) return [];
  // A preflight has no cookies, whatever the page asks for.
  if (credentialsMode !== undefined || method === "OPTIONS") return [];
  const attributes = page ? "Domain, Path, Secure and SameSite" : "Domain, Path and Secure";
  const seen = {
    evidence: `no fault was found in the ${attributes} of the cookies, but none of them arrived`,
    summary: "The page seems to request the URL without cookies.",
    fix: 'Call fetch with credentials: "include" (XMLHttpRequest and players: withCredentials), and write crossorigin="use-credentials" on elements with crossorigin. The response then needs Access-Control-Allow-Credentials: true, and in Access-Control-Allow-Origin the origin of the page instead of *. If the page already does this, check that the cookies are set before the request.',
  };
  if (!page) return [possible("credentials-omitted", seen, { rank: rankOfUnknownPage })];
  return siteRelation(page, target) === "cross-site"
    ? [possible("credentials-omitted", seen, { rank: rankOfOmitted })]
    : [likely("credentials-omitted", seen)];
}

/** Browsers can refuse all cookies of another site, whatever their attributes say. */
export function thirdPartyFindings(
  judged: readonly JudgedLine[],
  { target, page }: CookieCircumstances,
): Finding<ThirdPartyFindingId>[] {
  if (!target || !page || siteRelation(page, target) !== "cross-site") return [];
  if (judged.length > 0 && judged.every(({ line }) => line.isPartitioned)) return [];
  const evidence = `the page is on ${quote(page.host)}, and the cookies are for ${quote(target.host)}`;
  return [
    possible("third-party-cookies", evidence, judged.length > 0 ? { rank: rankOfThirdParty } : undefined),
  ];
}
