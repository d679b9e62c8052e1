import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { codePoint, longestUrl } from "cloudfront-sign-webcrypto/internals";

/** Why a reference is not signed. Positions count from 0; of a URL only its host is kept. */
export type ReferenceProblem =
  | { readonly id: "too-long" | "too-long-resolved"; readonly characters: number }
  | { readonly id: "backslash" | "half-surrogate"; readonly position: number }
  | { readonly id: "control-character"; readonly character: string; readonly position: number }
  | { readonly id: "white-space"; readonly side: "start" | "end" }
  | { readonly id: "slashes-after-scheme"; readonly scheme: string }
  | { readonly id: "host-character"; readonly character: string }
  | { readonly id: "not-covered"; readonly host: string; readonly isRelative?: boolean }
  | { readonly id: "host-refused"; readonly host: string }
  | { readonly id: "already-signed"; readonly parameter: string }
  | { readonly id: "other-scheme"; readonly scheme: string }
  | {
      readonly id:
        | "three-slashes"
        | "host-missing"
        | "user-name"
        | "port"
        | "colon-in-first-segment"
        | "dot-segment-escaped"
        | "above-root"
        | "too-long-signed"
        | "has-grant-id"
        // Of a reference in XML.
        | "escaped-twice";
    };

/**
 * A reference that is not signed. It is thrown and caught within `manifest/`: what catches it knows the line,
 * or the element and attribute, and throws the error of this package or leaves the reference unsigned.
 *
 * It is not an `Error`: each line of a playlist may have one, and a stack takes longer than to read the line.
 * For the same reason the problem is found only when it is asked for.
 */
export class ReferenceFault {
  readonly #find: () => ReferenceProblem;

  constructor(find: () => ReferenceProblem) {
    this.#find = find;
  }

  get problem(): ReferenceProblem {
    return this.#find();
  }
}

/** Throws a {@link ReferenceFault}. */
export function refuseReference(problem: ReferenceProblem): never {
  throw new ReferenceFault(() => problem);
}

/** The `code` of the error for a problem. */
export function referenceCode({ id }: ReferenceProblem): CloudFrontSignErrorCode {
  switch (id) {
    case "not-covered":
      return "ERR_RESOURCE_MISMATCH";
    case "already-signed":
    case "has-grant-id":
      return "ERR_URL_ALREADY_SIGNED";
    case "too-long":
    case "too-long-resolved":
    case "too-long-signed":
      return "ERR_URL_TOO_LONG";
    default:
      return "ERR_URL_INVALID";
  }
}

/** The problem in words: what the reference has or is, and the step that mends it. */
export function describeReference(problem: ReferenceProblem): string {
  switch (problem.id) {
    case "too-long":
      return `has ${problem.characters} characters; CloudFront accepts URLs of ${longestUrl} bytes, so shorten it`;
    case "too-long-resolved":
      return `makes a URL of ${problem.characters} characters; CloudFront accepts ${longestUrl} bytes, so shorten it or what it is relative to`;
    case "too-long-signed":
      return `makes a signed URL of more than the ${longestUrl} bytes that CloudFront takes; shorten it, or use signed cookies`;
    case "backslash":
      return `has a backslash at position ${problem.position}, which browsers read as a slash; write / or %5C`;
    case "half-surrogate":
      return `has half of a surrogate pair at position ${problem.position}, which is not a character; remove it`;
    case "control-character":
      return `has the control character ${codePoint(problem.character)} at position ${problem.position}, which URL parsers drop; remove it`;
    case "white-space":
      return `has white space at its ${problem.side}, which only some readers cut off; remove it`;
    case "slashes-after-scheme":
      return `does not have exactly two slashes after ${problem.scheme}:, so readers find different hosts in it; write ${problem.scheme}://`;
    case "three-slashes":
      return "starts with three slashes, which browsers read as two; write one slash for a path, two for a host";
    case "host-missing":
      return "has no host after its two slashes; write the host, or one slash for a path";
    case "user-name":
      return "has a user name (an @ before the path), which never reaches CloudFront; remove it";
    case "host-character":
      return `has the character ${JSON.stringify(problem.character)} in its host; write ASCII letters, digits, . and - (other names in Punycode)`;
    case "port":
      return "has a port that is not a number from 0 to 65535; correct it, or remove it with its colon";
    case "colon-in-first-segment":
      return "has a colon in its first path segment, so some readers take what is before it for a scheme; write ./ in front";
    case "dot-segment-escaped":
      return "has a . or .. segment that is escaped or beside an escaped slash, which readers resolve differently; write it without escapes";
    case "above-root":
      return "has a .. that leads above the root of its host, which readers resolve differently; remove it";
    case "not-covered":
      return `leads to ${problem.host} and is not covered by the resource of this grant; ${problem.isRelative ? "give its base as players request it (playlistUrl, manifestUrl, BaseURL), or " : ""}use a grant that covers it`;
    case "host-refused":
      return `has the host ${problem.host}, which CloudFront cannot serve; write the distribution's domain name`;
    case "already-signed":
      return `has the query parameter ${problem.parameter}, which CloudFront reserves; sign the text from before it was signed, or rename the parameter`;
    case "has-grant-id":
      return "has grant-id in its query, which the grant adds itself; sign the text from before it was signed, or rename the parameter";
    case "other-scheme":
      return `has the scheme ${problem.scheme}:, which a grant cannot cover; write an https URL that the grant covers`;
    case "escaped-twice":
      return "has an XML escape that is escaped itself, which only some readers decode; escape it once";
  }
}
