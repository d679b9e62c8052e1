import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import { limits } from "cloudfront-sign-webcrypto/internals";

/** Why something is not signed. The words have no subject, or name the tag; of a URL they have only its host. */
export interface Problem {
  readonly code: CloudFrontSignErrorCode;
  /** What is wrong, and the step that mends it. */
  readonly words: string;
  /** In a manifest: `Element` or `Element@attribute`, the option of the error. */
  readonly place?: string | undefined;
}

/**
 * Something that is not signed. It is thrown and caught within `manifest/`: what catches it knows the line, or the
 * element and attribute, and throws the error of this package or leaves it unsigned.
 *
 * It is not an `Error`: each line of a playlist may have one, and a stack takes longer than to read the line.
 * For the same reason the problem is found only when it is asked for.
 */
export class Fault {
  readonly problem: () => Problem;
  /**
   * `uncovered: "leave"` can leave a reference, whose problem has no subject, and a line of a playlist. It cannot leave
   * what decides about other references: then the whole text is not signed.
   */
  readonly of: "reference" | "line" | "text";

  constructor(problem: () => Problem, of: Fault["of"] = "reference") {
    this.problem = problem;
    this.of = of;
  }
}

/** Throws for a reference. */
export function refuseReference(words: string, code: CloudFrontSignErrorCode = "ERR_URL_INVALID"): never {
  throw new Fault(() => ({ code, words }));
}

/** Whether what was caught is the fault of a reference. */
export function isOfReference(error: unknown): error is Fault {
  return error instanceof Fault && error.of === "reference";
}

/** The problem of a URL or of a signed URL that is too long. */
export function tooLong(): Problem {
  const words = `makes a signed URL of more than the ${limits.longestUrl} bytes that CloudFront accepts; shorten it or what it is relative to, or use signed cookies`;
  return { code: "ERR_URL_TOO_LONG", words };
}

/** The problem of a covered reference to a file that decides which hosts players ask. */
export const notTrusted =
  "points to a file that can send players with signed URLs to any host; if you trust everybody who can write it, add its host to trusted, otherwise remove it";
