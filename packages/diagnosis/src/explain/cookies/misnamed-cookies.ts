import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { likely } from "../../findings/finding.ts";
import { type ArrivedCookies, isSignedCookieName, namesLacking } from "../question/arrived-cookies.ts";
import type { ReadQuestion } from "../question/question.ts";
import { meantName, renamingSeen } from "../values/meant-name.ts";
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
  const given = [...cookies.pairs, ...setCookie.map(pairOfLine)];
  const renamings = given.flatMap(([name, value]) => {
    const known = lacking.find((one) => one === `CloudFront-${meantName(name, value)}`);
    const isOther = !isSignedCookieName(name) && /cloud[-_]?front/i.test(name);
    return known !== undefined && isOther ? [{ name, known }] : [];
  });
  return renamings.length > 0 ? [likely("parameter-names", renamingSeen(renamings))] : [];
}

/** The name and the value that a `Set-Cookie` line starts with. */
function pairOfLine(line: string): readonly [name: string, value: string] {
  const [pair = ""] = line.replace(/^\s*set-cookie:/i, "").split(";", 1);
  const at = pair.indexOf("=");
  return at < 0 ? ["", ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
