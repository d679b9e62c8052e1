import type { Seen } from "../findings/finding.ts";

/** What stands between two signed cookies instead of a semicolon. */
const other = /([,&|]|%3B)(?: |%20)?(?=CloudFront-[\w-]{1,40}=)/i;

/** What is seen of it in the value of the first of them; `undefined` without it. */
export function cookieSeparatorSeen(value: string): Seen | undefined {
  const [, written] = other.exec(value) ?? [];
  if (written === undefined) return undefined;
  return {
    evidence: `there is ${written} before a signed cookie`,
    summary: "The signed cookies are not separated by semicolons.",
    fix: `Write ; and a space instead of ${written} between cookies: clients send them so in one Cookie header.`,
  };
}

/** A `Cookie` header with semicolons between the signed cookies. */
export function withSemicolons(header: string): string {
  return header.replace(new RegExp(other, "gi"), "; ");
}
