import { limits } from "cloudfront-sign-webcrypto/internals";
import { likely } from "../../findings/finding.ts";
import { manyCookies, mostCookiesOfDomain } from "../limits.ts";
import { type ArrivedCookies, isSignedCookieName } from "../question/arrived-cookies.ts";
import type { CookieFinding } from "./cookie-finding-table.ts";
import type { JudgedLine } from "./set-cookie-findings.ts";
import { readSetCookieLine } from "./set-cookie-line.ts";

/** For many cookies instead of a large one. */
export const tooManyCookies = {
  summary: "Browsers remove old cookies when a domain has too many.",
  fix: "Set fewer cookies for this domain, or give the distribution a domain of its own.",
} as const;

/**
 * Lines that set more cookies for a domain than browsers keep: they remove those that were used least recently.
 * The signed cookies are among them if enough others were set later.
 */
export function evictedCookieFindings(
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
