import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { longestSetCookieLine, mostSetCookieLines, mostSigningLines } from "../../request/limits.ts";
import { isSignedCookieName } from "../../request/arrived-cookies.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { readSetCookieLine, type SetCookieLine } from "./set-cookie-line.ts";

/** A line that sets a signed cookie. */
export interface SigningLine extends SetCookieLine {
  readonly name: SignedCookieName;
}

export interface SigningLines {
  /** In their order. */
  readonly lines: readonly SigningLine[];
  /** Whether all lines were read: otherwise nobody knows what is not set. */
  readonly isWhole: boolean;
}

/** The lines that set signed cookies. */
export function readSigningLines(texts: readonly string[], time: number): SigningLines {
  const candidates = texts.filter(
    (text) => text.length > longestSetCookieLine || /^\s*(?:set-cookie:\s*)?CloudFront-/i.test(text),
  );
  const read = candidates
    .slice(0, mostSigningLines)
    .map((text) => (text.length > longestSetCookieLine ? undefined : readSetCookieLine(text, time)))
    .filter((line) => line !== undefined);
  return {
    lines: read.filter((line): line is SigningLine => isSignedCookieName(line.name)),
    isWhole: read.length === candidates.length && texts.length < mostSetCookieLines,
  };
}

/** Whether two lines set one cookie: browsers keep the later one. Without a `Path` it depends on the URL that sets it. */
export function isSameCookie(one: SigningLine, other: SigningLine): boolean {
  return one.name === other.name && one.domain === other.domain && one.path === other.path;
}

/** Whether the cookies may only be the lines again, as they are read from a paste of an answer. */
export function mayComeFromLines({ pairs }: ReadQuestion["cookies"], lines: readonly SigningLine[]): boolean {
  return (
    pairs.length === lines.length &&
    pairs.every(([name, value], i) => lines[i]?.name === name && lines[i].value === value)
  );
}
