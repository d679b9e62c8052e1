import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { parameterNames } from "cloudfront-sign-webcrypto/internals";

import type { ReadQuestion } from "./question.ts";

/** The signed cookies that arrived with the request. */
export interface ArrivedCookies {
  /** The values of each, in the order of the `Cookie` header. */
  readonly values: ReadonlyMap<SignedCookieName, readonly string[]>;
  /** Whether all that a signature needs is there. */
  readonly isComplete: boolean;
}

/** Collects the signed cookies of a request. */
export function arrivedCookies({ pairs }: Pick<ReadQuestion["cookies"], "pairs">): ArrivedCookies {
  const values = new Map<SignedCookieName, string[]>();
  for (const [name, value] of pairs)
    if (isSignedCookieName(name)) values.set(name, [...(values.get(name) ?? []), value]);
  return { values, isComplete: namesLacking((name) => values.has(name)).length === 0 };
}

/** The cookies without which CloudFront cannot check a signature: one of the two kinds of policy is enough. */
export function namesLacking(has: (name: SignedCookieName) => boolean): SignedCookieName[] {
  const needed: readonly SignedCookieName[] = [
    has("CloudFront-Expires") ? "CloudFront-Expires" : "CloudFront-Policy",
    "CloudFront-Signature",
    "CloudFront-Key-Pair-Id",
  ];
  return needed.filter((name) => !has(name));
}

/** The name, and for that of a policy the words for either kind. */
export function eitherPolicy(name: SignedCookieName, either: string): string {
  return name === "CloudFront-Policy" ? either : name;
}

export function isSignedCookieName(name: string): name is SignedCookieName {
  return parameterNames.some((known) => `CloudFront-${known}` === name);
}
