import { likely } from "../../findings/finding.ts";
import type { ArrivedCookies } from "../question/arrived-cookies.ts";
import type { ReadQuestion } from "../question/question.ts";
import { misspeltNames, type Pair, renamingSeen } from "../values/meant-name.ts";
import type { CookieFinding } from "./cookie-finding-table.ts";
import type { SigningLine } from "./signing-lines.ts";

/** Cookies with a name that only looks like one of CloudFront's, where that one is missing. */
export function misnamedCookieFindings(
  { cookies, setCookie }: ReadQuestion,
  lines: readonly SigningLine[],
  { values }: ArrivedCookies,
): CookieFinding[] {
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
