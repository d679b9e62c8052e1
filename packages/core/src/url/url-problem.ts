import { fail } from "../errors.ts";

/** Throws for the URL in an option. A problem may show a host name, and never a path or query. */
export function refuseUrl(option: string, problem: string): never {
  return fail("ERR_URL_INVALID", option, problem);
}

export const exampleHost = "d111111abcdef8.cloudfront.net";

export function schemeMissing(): string {
  return `the scheme is missing; add https:// and, if it is missing too, the distribution's host name: https://${exampleHost}/…`;
}

export function noHost(): string {
  return `has no host name; write the distribution's, such as https://${exampleHost}/…`;
}

export const dotSegmentInPath =
  "its path has a . or .. segment, which clients resolve in different ways; write the resolved path";
