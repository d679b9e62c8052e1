import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { limits } from "cloudfront-sign-webcrypto/internals";
import { proven } from "../../findings/finding.ts";
import { type ArrivedCookies, namesLacking } from "../../request/arrived-cookies.ts";
import type { CookieFinding } from "./cookie-finding-table.ts";
import { type CookieCircumstances, type CookieFault, isIgnored, lineFaults } from "./set-cookie-faults.ts";
import { isSameCookie, type SigningLine } from "./signing-lines.ts";
import { valueFault } from "./value-faults.ts";

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
): CookieFinding[] {
  return missedLines(judged, (name) => values.has(name)).flatMap(
    ({ line, faults }): readonly CookieFinding[] => {
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
export function headerSizeFindings(judged: readonly JudgedLine[]): CookieFinding[] {
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
