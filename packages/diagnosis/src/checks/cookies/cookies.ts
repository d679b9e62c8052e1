import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { limits } from "cloudfront-sign-webcrypto/internals";
import { type Finding, foundBy, likely, possible } from "../../findings/finding.ts";
import { listed, quote } from "../../findings/quote.ts";
import { type ArrivedCookies, arrivedCookies, isSignedCookieName } from "../../request/arrived-cookies.ts";
import { manyCookies, mostCookiesOfDomain } from "../../request/limits.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { type RequestTarget, readPage, readTarget } from "../../request/request-target.ts";
import { readSetCookieLine, readSigningLines } from "../../request/set-cookie-line.ts";
import { type Checks, rankAfterConditions } from "../check.ts";
import { repeatedCookieFindings, wrongSetFindings } from "./cookie-sets.ts";
import { type CookieValueFindingId, valueFault } from "./cookie-values.ts";
import {
  type MissingCookieFindingId,
  misnamedCookieFindings,
  missingCookieFindings,
} from "./missing-cookies.ts";
import {
  omittedFindings,
  setterFindings,
  type ThirdPartyFindingId,
  thirdPartyCookies,
  thirdPartyFindings,
} from "./page-cookies.ts";
import {
  contradictedFindings,
  headerSizeFindings,
  type JudgedLine,
  judgeLines,
  type SetCookieFindingId,
  setCookieFindings,
  setCookieLines,
} from "./set-cookie-lines.ts";

/**
 * Cookies that are not in the `Cookie` header.
 *
 * @inline
 */
export type CookieHeaderFindingId =
  /**
   * The values of signed cookies are in headers of their own (`CloudFront-Policy:`), or in a header other than `Cookie`.
   *
   * @see https://github.com/balvinderz/video_player_web_hls/issues/57
   */
  "cookies-in-headers";

export const cookieHeaders: Checks<CookieHeaderFindingId> = {
  "cookies-in-headers": {
    rank: 205,
    explains: ["missing", "segment-not-signed", "cookie-missing", "third-party-cookies"],
    summary: "The signed cookies were sent in headers that CloudFront does not read.",
    fix: "Send all of them in one Cookie header: Cookie: CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…. Players take it with the other request headers; for AVPlayer, put them into HTTPCookieStorage or AVURLAssetHTTPCookiesKey. In a browser, set them as cookies, and fetch with credentials.",
    certainty: "proven",
    find: ({ headerCookies: { names }, cookies }) => {
      if (names.length === 0 || arrivedCookies(cookies).isComplete) return undefined;
      const shown = listed(names.slice(0, mostShownNames).map((name) => quote(name)));
      return names.length === 1
        ? `the header ${shown} has signed cookies`
        : `they are in the headers ${shown}`;
    },
  },
};

/** Names of headers that are shown: a set of signed cookies has four. */
const mostShownNames = 4;

/** Besides the findings of cookies, faults that URLs and other policies have, too. */
type CookieFinding = Finding<
  | CookieHeaderFindingId
  | CookieValueFindingId
  | MissingCookieFindingId
  | SetCookieFindingId
  | ThirdPartyFindingId
  | "parameter-names"
  | "parameter-repeated"
  | "resource-mismatch"
  | "stray-characters"
>;

/** What keeps signed cookies from the request, or from counting there. */
export function cookieFindings(question: ReadQuestion): CookieFinding[] {
  const { request, cookies, setCookie, time, isTimeGiven, isTimeCertain } = question;
  // CloudFront ignores the cookies of a request whose URL is signed.
  if (
    request.source === "url" &&
    request.parameters.get("Signature") &&
    request.parameters.get("Key-Pair-Id")
  )
    return [];
  const circumstances = {
    target: readTarget(request.url) ?? policyTarget(question),
    page: readPage(question.pageOrigin),
    request: { time, isGiven: isTimeGiven, isCertain: isTimeCertain },
  };
  const { lines, isWhole } = readSigningLines(setCookie, time);
  const judged = judgeLines(lines, circumstances);
  // What only the lines show was perhaps not sent.
  const arrived = arrivedCookies(question.areCookiesUncertain ? noCookies : cookies);
  const findings: CookieFinding[] = [
    ...foundBy(cookieHeaders, question),
    ...foundBy(thirdPartyCookies, question),
    ...arrivedValueFindings(arrived),
  ];
  if (!circumstances.target) return [...findings, ...setCookieFindings(judged, arrived)];
  findings.push(
    ...repeatedCookieFindings(judged, arrived),
    ...wrongSetFindings(lines, judged, arrived, circumstances, request.url),
  );
  if (arrived.isComplete) findings.push(...afterArrived(judged), ...bothPolicies(question, arrived));
  else findings.push(...setCookieFindings(judged, arrived));
  findings.push(...evictedCookieFindings(judged, setCookie, arrived, time));
  if (cookies.isTooLong || !isWhole) return findings;
  const misnamed = misnamedCookieFindings(question, lines, arrived);
  findings.push(...(misnamed.length > 0 ? misnamed : missingCookieFindings(judged, arrived)));
  if (!arrived.isComplete && cookies.pairs.length >= manyCookies)
    findings.push(
      possible(
        "cookie-too-large",
        `the request has ${cookies.pairs.length} cookies, and browsers remove some when a domain has more than about 180`,
        { ...tooManyCookies, rank: rankOfCount },
      ),
    );
  if (arrived.values.size > 0) return findings;
  findings.push(...headerSizeFindings(judged), ...setterFindings(judged, circumstances));
  const omitted = findings.length === 0 ? omittedFindings(question, judged, circumstances) : [];
  return [...findings, ...omitted, ...thirdPartyFindings(judged, circumstances)];
}

const noCookies = { pairs: [] };

/** Signed cookies beside a signed URL, which decides alone: where it has a fault, they may have been meant. */
export function ignoredCookieFindings(
  { request, cookies }: ReadQuestion,
  denial: readonly Finding[],
): Finding<"cookies-shadowed-by-query">[] {
  const isHidden =
    request.source === "url" && !request.hasIgnoredCookies && arrivedCookies(cookies).values.size > 0;
  if (!isHidden || denial.every(({ certainty }) => certainty === "possible")) return [];
  const seen = {
    evidence: "there are signed cookies, and the URL is signed, too",
    summary: "CloudFront ignores the signed cookies, because the URL is signed, too.",
    fix: "If the cookies are meant, take the signing parameters out of the URL.",
    rank: rankAfterConditions,
  };
  return [likely("cookies-shadowed-by-query", seen)];
}

/** Without a URL, cookies have to go to what their policy allows. */
function policyTarget({
  hasRequest,
  request,
  credentials: { policy },
}: ReadQuestion): RequestTarget | undefined {
  if (!hasRequest || request.url !== "" || !policy) return undefined;
  const [literal = ""] = policy.resource.replace(/^http\*:/, "https:").split(/[*?]/, 1);
  // A host name with a wildcard may be any.
  const target = /^https?:\/\/[^/]+\//.test(literal) ? readTarget(literal) : undefined;
  return target && { ...target, isStart: literal !== policy.resource };
}

/** After all that is proven, since the number alone proves nothing. */
const rankOfCount = 1193;
const rankOfBothPolicies = 1197;

function arrivedValueFindings({ values }: ArrivedCookies): CookieFinding[] {
  return [...values]
    .flatMap(([name, texts]) => texts.map((text) => valueFault(name, text)))
    .filter((finding) => finding !== undefined);
}

/**
 * Faults of the lines where all cookies are there: another answer may have set these, so that they come after
 * what the cookies themselves prove.
 */
function afterArrived(judged: readonly JudgedLine[]): CookieFinding[] {
  return contradictedFindings(judged).map((finding) => ({
    ...finding,
    certainty: "possible",
    rank: rankAfterConditions + setCookieLines[finding.id].rank / 10,
  }));
}

/** Cookies of both kinds, of which one may be left from before. Which one CloudFront reads is not documented. */
function bothPolicies({ status, code }: ReadQuestion, { values }: ArrivedCookies): CookieFinding[] {
  const both: readonly SignedCookieName[] = ["CloudFront-Policy", "CloudFront-Expires"];
  if ((status !== 403 && !code) || !both.every((name) => values.has(name))) return [];
  const finding = possible("parameter-repeated", "there are both CloudFront-Policy and CloudFront-Expires", {
    summary: "The cookies have two policies: one for each kind of signature.",
    fix: "Remove CloudFront-Expires before you set CloudFront-Policy, and the other way round: one may be left from before.",
    rank: rankOfBothPolicies,
  });
  return [finding];
}

/** For many cookies instead of a large one. */
const tooManyCookies = {
  summary: "Browsers remove old cookies when a domain has too many.",
  fix: "Set fewer cookies for this domain, or give the distribution a domain of its own.",
} as const;

/**
 * Lines that set more cookies for a domain than browsers keep: they remove those that were used least recently.
 * The signed cookies are among them if enough others were set later.
 */
function evictedCookieFindings(
  judged: readonly JudgedLine[],
  texts: readonly string[],
  { isComplete }: ArrivedCookies,
  time: number,
): CookieFinding[] {
  const [first] = judged;
  if (first === undefined || isComplete || texts.length <= mostCookiesOfDomain) return [];
  const lines = texts
    .filter((text) => text.length <= 2 * limits.longestCookie)
    .map((text) => readSetCookieLine(text, time))
    .filter((line) => line?.domain === first.line.domain)
    .filter((line) => line !== undefined && (line.endsAt === undefined || line.endsAt > time));
  const names = lines.map((line) => line?.name ?? "");
  const count = new Set(names).size;
  const later = new Set(names.slice(names.map(isSignedCookieName).lastIndexOf(true) + 1));
  if (count <= mostCookiesOfDomain || later.size < manyCookies) return [];
  const evidence = `the lines set at least ${count} cookies for one domain, most of them after the signed cookies; browsers keep ${mostCookiesOfDomain}`;
  return [likely("cookie-too-large", evidence, tooManyCookies)];
}
