import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import type { DecodedCredentials } from "../request/question.ts";
import type { SignedForm } from "./signed-forms.ts";

/** What is signed in place of any policy. */
export type SignedInstead = "url" | "nothing" | "word";

/** What a signature may have been made of. */
export interface SignedStatement {
  /** What stands in the place of the resource and of the expiry time. */
  readonly resource: string;
  readonly expires: string;
  /** The text that was signed. */
  readonly text: string;
  /** The same policy as it should be written. */
  readonly plainText: string;
  /** How the text was turned into bytes, if not as UTF-8. */
  readonly form: SignedForm | undefined;
  readonly instead?: SignedInstead;
  readonly isPlaceholder?: boolean;
}

/** The policy that a request sends or implies. */
export interface SentPolicy {
  readonly kind: "canned" | "custom";
  readonly resource: string;
  readonly expires: string;
  /** The same as a number of seconds, or that which was meant. */
  readonly end: number;
  readonly text: string;
  /** The same policy for another resource and another expiry time. */
  readonly write: (resource: string, expires: string) => string;
}

/** `sentExpires` is what a canned policy was sent with, if it is not its expiry time. */
export function sentPolicy(
  { kind, policy, policyText: text }: DecodedCredentials,
  sentExpires?: string,
): SentPolicy {
  const { resource, dateLessThan } = policy;
  const end = Number(dateLessThan);
  const expires = sentExpires ?? `${dateLessThan}`;
  const write =
    kind === "canned"
      ? (other: string, end: string) =>
          policyGrammar.write({ ...policy, resource: other, dateLessThan: end as never })
      : (other: string, end: string) => replaced(text, resource, other, expires, end);
  if (sentExpires === undefined || kind === "custom") return { kind, resource, expires, end, text, write };
  return { kind, resource, expires, end, text: write(resource, expires), write };
}

/** A custom policy keeps the way in which it is written. */
function replaced(text: string, resource: string, other: string, expires: string, end: string): string {
  return text
    .split(`"${resource}"`)
    .join(`"${other}"`)
    .replace(/("DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*)(\d+)/, (whole, before, digits) =>
      digits === expires ? `${before}${end}` : whole,
    );
}

/** A statement for another resource and another expiry time, written as it should be. */
export function statementOf(
  sent: SentPolicy,
  resource: string = sent.resource,
  expires: string = sent.expires,
): SignedStatement {
  const text = sent.write(resource, expires);
  // Nothing is different in a custom policy that writes its members with escapes, so that none was replaced.
  const differing = text === sent.text ? sent : { resource, expires };
  return {
    resource: differing.resource,
    expires: differing.expires,
    text,
    plainText: text,
    form: undefined,
  };
}
