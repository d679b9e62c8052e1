import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { type Finding, found, likely, proven } from "../../findings/finding.ts";
import { listed } from "../../findings/quote.ts";
import { type ArrivedCookies, eitherPolicy, namesLacking } from "../../request/arrived-cookies.ts";
import { misspeltNames, type Pair, renamingSeen } from "../../request/meant-name.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { SigningLine } from "../../request/set-cookie-line.ts";
import type { Checks } from "../check.ts";
import type { JudgedLine } from "./set-cookie-lines.ts";

/**
 * Signed cookies that are not there.
 *
 * @inline
 */
export type MissingCookieFindingId =
  /**
   * One of the signed cookies was not set, or was set but did not arrive with the others.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/35
   */
  "cookie-missing";

export const missingCookies: Checks<MissingCookieFindingId> = {
  "cookie-missing": {
    rank: 290,
    explains: ["missing"],
    summary: "One of the signed cookies is missing.",
    fix: "Set all signed cookies: CloudFront-Signature, CloudFront-Key-Pair-Id, and CloudFront-Policy (CloudFront-Expires for a canned policy).",
  },
};

/** Signed cookies that the lines do not set, or that the browser did not send with the others. */
export function missingCookieFindings(
  judged: readonly JudgedLine[],
  { values }: ArrivedCookies,
): Finding<MissingCookieFindingId>[] {
  if (judged.length === 0) return [];
  const isSet = (name: SignedCookieName): boolean => judged.some(({ line }) => line.name === name);
  const notSet = namesLacking((name) => isSet(name) || values.has(name));
  if (notSet.length > 0) {
    const names = notSet.map((name) => eitherPolicy(name, "CloudFront-Policy or CloudFront-Expires"));
    // Somebody who gives the lines alone may have left some out.
    const certainty = values.size > 0 ? "proven" : "likely";
    const merged = judged.find(({ line }) => line.follower !== undefined);
    if (merged)
      return [
        likely("cookie-missing", {
          evidence: `behind a comma, the line that sets ${merged.line.name} goes on with ${merged.line.follower}`,
          summary: "Several Set-Cookie lines were merged into one.",
          fix: "Send a Set-Cookie line of its own for each cookie (a list of headers, or one call for each that appends): browsers read one cookie from a line. If only a log shows them so, as headers.get does, read them with getSetCookie().",
        }),
      ];
    return [found("cookie-missing", certainty, `nothing sets ${listed(names)}`)];
  }
  if (values.size === 0) return [];
  const keptBack = judged
    .filter(({ line }) => isNeeded(line.name, judged, values))
    .map(({ line }) => line.name);
  const names = [...new Set(keptBack)];
  if (names.length === 0) return [];
  const isExplained = names.every((name) =>
    judged.every(({ line, faults }) => line.name !== name || faults.length > 0),
  );
  const were = names.length > 1 ? "were" : "was";
  const seen = {
    evidence: isExplained
      ? `the browser kept back ${listed(names)}, which ${were} set`
      : `${listed(names)} ${were} set but did not arrive`,
    summary: "The browser did not send all of the signed cookies.",
    fix: "Give all signed cookies the same Domain, Path, SameSite and Secure, and set them in one response.",
  };
  return [proven("cookie-missing", seen)];
}

/** Whether a cookie that a line sets did not arrive, and the request needs it. */
function isNeeded(
  name: SignedCookieName,
  judged: readonly JudgedLine[],
  values: ArrivedCookies["values"],
): boolean {
  if (values.has(name)) return false;
  // Without it CloudFront assumes SHA1.
  if (name === "CloudFront-Hash-Algorithm")
    return judged.some(({ line }) => line.name === name && line.value === "SHA256");
  return name === "CloudFront-Policy" || name === "CloudFront-Expires"
    ? !values.has("CloudFront-Policy") && !values.has("CloudFront-Expires")
    : true;
}

/** Cookies with a name that only looks like one of CloudFront's, where that one is missing. */
export function misnamedCookieFindings(
  { cookies, setCookie }: ReadQuestion,
  lines: readonly SigningLine[],
  { values }: ArrivedCookies,
): Finding<"parameter-names">[] {
  const has = (name: string): boolean =>
    [...values.keys(), ...lines.map((line) => line.name)].some((one) => one === `CloudFront-${name}`);
  const given = [...cookies.pairs, ...setCookie.map(pairOfLine)];
  const ours = given.filter(([name]) => /cloud[-_]?front/i.test(name));
  const renamings = misspeltNames(ours, "CloudFront-", has);
  return renamings.length > 0 ? [likely("parameter-names", renamingSeen(renamings))] : [];
}

/** The name and the value that a `Set-Cookie` line starts with. */
function pairOfLine(line: string): Pair {
  const [pair = ""] = line.replace(/^\s*set-cookie:/i, "").split(";", 1);
  const at = pair.indexOf("=");
  return at < 0 ? ["", ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
