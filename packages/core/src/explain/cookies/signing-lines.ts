import { cookieNames, type SignedCookieName } from "../../cookie/cookie-names.ts";
import { mostSigningLines } from "../limits.ts";
import { readSetCookieLine, type SetCookieLine } from "./set-cookie-line.ts";

/** A line that sets a signed cookie. */
export interface SigningLine extends SetCookieLine {
  readonly name: SignedCookieName;
}

/** The lines that set signed cookies, in their order. */
export function readSigningLines(lines: readonly string[], time: number): SigningLine[] {
  return lines
    .filter((line) => /^\s*(?:set-cookie:\s*)?CloudFront-/i.test(line))
    .slice(0, mostSigningLines)
    .map((line) => readSetCookieLine(line, time))
    .filter((line): line is SigningLine => line !== undefined && isSignedCookieName(line.name));
}

export function isSignedCookieName(name: string): name is SignedCookieName {
  return cookieNames.some((known) => known === name);
}

/** Whether two lines set one cookie: browsers keep the later one. Without a `Path` it depends on the URL that sets it. */
export function isSameCookie(one: SigningLine, other: SigningLine): boolean {
  return one.name === other.name && one.domain === other.domain && one.path === other.path;
}
