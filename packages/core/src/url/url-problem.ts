import { fail } from "../errors.ts";
import { characterName } from "../options/character-name.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { highestPort, longestHost } from "./limits.ts";

/** What keeps a text from being a URL that can be signed. Positions count from 0. */
export type UrlProblem =
  | { readonly id: "not-text"; readonly value: unknown }
  | { readonly id: "empty" | "relative" | "scheme-missing" }
  | { readonly id: "scheme-missing-before-host"; readonly host: string }
  | { readonly id: "scheme-relative"; readonly host: string | undefined }
  | { readonly id: "other-scheme"; readonly scheme: string }
  | { readonly id: "no-slashes" | "one-slash"; readonly scheme: string }
  | { readonly id: "starts-with-lost-variable" | "host-is-lost-variable"; readonly word: string }
  | { readonly id: "control-character"; readonly character: string; readonly position: number }
  | { readonly id: "space-at-start" }
  | { readonly id: "space-at-end" | "half-surrogate-pair" | "backslash"; readonly position: number }
  | { readonly id: "user-information" | "no-host" | "s3-host" | "dot-segment" }
  | { readonly id: "host-too-long"; readonly length: number }
  | { readonly id: "object-in-host"; readonly object: string }
  | { readonly id: "host-character" | "port-character"; readonly character: string }
  | { readonly id: "host-unreadable" | "ip-address-unreadable" }
  | { readonly id: "port-too-high"; readonly port: number }
  | { readonly id: "fragment-of-object-key"; readonly character: string };

/** Throws for the URL in an option. */
export function refuseUrl(option: string, problem: UrlProblem): never {
  return fail("ERR_URL_INVALID", option, describeUrlProblem(problem));
}

const exampleHost = "d111111abcdef8.cloudfront.net";

/** What is wrong, and the step that mends it. A host name may be shown; a path or query never. */
export function describeUrlProblem(problem: UrlProblem): string {
  switch (problem.id) {
    case "not-text":
      return `expected a string or URL; received ${describeType(problem.value)}${hintOf(problem.value)}`;
    case "empty":
      return "is empty; is an environment variable or a field missing?";
    case "relative":
      return `is relative; add https:// and the distribution's host name in front: https://${exampleHost}/…`;
    case "scheme-missing":
      return `the scheme is missing; add https:// and, if it is missing too, the distribution's host name: https://${exampleHost}/…`;
    case "scheme-missing-before-host":
      return `the scheme is missing; write https://${problem.host}/…`;
    case "scheme-relative":
      return `the scheme is missing in front of //; write https://${problem.host ?? exampleHost}/…`;
    case "other-scheme":
      return problem.scheme.toLowerCase() === "s3"
        ? "s3: is not http or https; make the URL of an object with cloudFrontUrl(origin, key)"
        : `${problem.scheme}: is not http or https; pass the URL under which CloudFront serves the file`;
    case "no-slashes":
      return `has no slashes after ${problem.scheme}:; write ${problem.scheme}://`;
    case "one-slash":
      return `has only one slash after ${problem.scheme}:; write ${problem.scheme}://`;
    case "starts-with-lost-variable":
      return `starts with the word "${problem.word}": a variable was not set; check where the URL is put together`;
    case "host-is-lost-variable":
      return `the host is the word "${problem.word}": a variable was not set; check where the URL is put together`;
    case "object-in-host":
      return `the host has "${problem.object}" in it: an object was put where text belongs; use the object's property with the host name`;
    case "control-character": {
      const { character, position } = problem;
      const escaped = encodeURIComponent(character);
      return `has ${characterName(character)} at position ${position}, which clients remove or replace; take it out, or write ${escaped} if the object key has it`;
    }
    case "space-at-start":
      return "starts with a space, which clients remove; take it out";
    case "space-at-end":
      return `ends with a space (position ${problem.position}), which clients remove; take it out, or write %20 if the object key ends with it`;
    case "half-surrogate-pair":
      return `has half of a surrogate pair at position ${problem.position}, which clients replace; was a text cut within an emoji?`;
    case "backslash":
      return `has a backslash at position ${problem.position}, which clients turn into /; write / or %5C`;
    case "user-information":
      return "has a user name or password before an @, which never reaches CloudFront; remove it";
    case "no-host":
      return `has no host name; write the distribution's, such as https://${exampleHost}/…`;
    case "host-too-long":
      return `has a host name of ${problem.length} characters; DNS allows ${longestHost}`;
    case "host-character":
      return `has ${characterName(problem.character)} in its host name, which no host name can have; write the distribution's host name, such as ${exampleHost}`;
    case "host-unreadable":
      return `has a host name that cannot be read as a domain name or an IPv4 address; write the distribution's host name, such as ${exampleHost}`;
    case "ip-address-unreadable":
      return "has brackets for a host that is no IPv6 address; write one such as [2001:db8::1], or a host name without brackets";
    case "s3-host":
      return `is an S3 address; use the distribution's domain name, such as ${exampleHost}`;
    case "port-character":
      return `has ${characterName(problem.character)} in its port; write a number from 0 to ${highestPort}, or no port`;
    case "port-too-high":
      return `has the port ${problem.port}; ports end at ${highestPort}`;
    case "dot-segment":
      return "its path has a . or .. segment, which clients resolve in different ways; write the resolved path";
    case "fragment-of-object-key":
      return `has a # with "${problem.character}" after it, so that it may be part of an object key; # starts a fragment, which is never sent: if it belongs to the object key, write %23 or use cloudFrontUrl(origin, key); if it is a fragment, append it to the signed URL`;
  }
}

/** The step that mends a value that is no text. */
function hintOf(value: unknown): string {
  switch (typeTag(value)) {
    case "Undefined":
      return ": is an environment variable or a field missing?";
    case "Null":
      return ": is a field missing?";
    case "Promise":
      return ": await it";
    case "Array":
      return ": sign its URLs with signUrls";
    default:
      return ": pass the URL as text";
  }
}
