import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { longestUrl } from "cloudfront-sign-webcrypto/internals";

/** Why something is not signed. The words have no subject, or name the tag; of a URL they have only its host. */
export interface Problem {
  readonly code: CloudFrontSignErrorCode;
  /** What is wrong, and the step that mends it. */
  readonly words: string;
}

/**
 * A reference that is not signed. It is thrown and caught within `manifest/`: what catches it knows the line,
 * or the element and attribute, and throws the error of this package or leaves the reference unsigned.
 *
 * It is not an `Error`: each line of a playlist may have one, and a stack takes longer than to read the line.
 * For the same reason the problem is found only when it is asked for.
 */
export class ReferenceFault {
  readonly problem: () => Problem;

  constructor(problem: () => Problem) {
    this.problem = problem;
  }
}

/** Throws a {@link ReferenceFault}. */
export function refuseReference(words: string, code: CloudFrontSignErrorCode = "ERR_URL_INVALID"): never {
  throw new ReferenceFault(() => ({ code, words }));
}

/** The problem of a URL or of a signed URL that is too long. */
export function tooLong(): Problem {
  const words = `makes a signed URL of more than the ${longestUrl} bytes that CloudFront accepts; shorten it or what it is relative to, or use signed cookies`;
  return { code: "ERR_URL_TOO_LONG", words };
}
