import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { likely } from "../../findings/finding.ts";
import { type ArrivedCookies, isSignedCookieName, namesLacking } from "../question/arrived-cookies.ts";
import type { ReadQuestion } from "../question/question.ts";
import { renamingSeen } from "../values/meant-name.ts";
import type { CookieFinding } from "./cookie-finding-table.ts";
import type { SigningLine } from "./signing-lines.ts";

/** Cookies with a name that only looks like one of CloudFront's, where that one is missing. */
export function misnamedCookieFindings(
  { cookies, setCookie }: ReadQuestion,
  lines: readonly SigningLine[],
  { values }: ArrivedCookies,
): CookieFinding[] {
  const isThere = (name: SignedCookieName): boolean =>
    values.has(name) || lines.some((line) => line.name === name);
  const needed = namesLacking(isThere);
  // Without it alone, nothing is missing: CloudFront assumes SHA1.
  const hash = "CloudFront-Hash-Algorithm";
  const lacking = needed.length > 0 && !isThere(hash) ? [...needed, hash] : needed;
  const meant = lacking.map(letters);
  const names = [...cookies.pairs.map(([name]) => name), ...setCookie.map(nameOfLine)];
  const renamings = names
    .filter((one) => !isSignedCookieName(one) && meant.includes(letters(one)))
    .map((name) => ({ name, known: lacking[meant.indexOf(letters(name))] ?? name }));
  return renamings.length > 0 ? [likely("parameter-names", renamingSeen(renamings))] : [];
}

/** The longest name that can be meant as one of CloudFront's, with a prefix. */
const longestName = 50;

function nameOfLine(line: string): string {
  const [name = ""] = line
    .slice(0, 2 * longestName)
    .replace(/^\s*set-cookie:/i, "")
    .split("=", 1);
  return name.trim();
}

/** A name without case, hyphens and the prefixes that make it another cookie (RFC 6265bis, section 4.1.3). */
function letters(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .replace(/^__(?:host-http|host|secure|http)-/, "")
    .replace(/[-_]/g, "");
}
