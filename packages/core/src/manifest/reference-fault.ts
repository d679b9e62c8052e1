import type { CloudFrontSignErrorCode } from "../errors.ts";

/**
 * Why a reference is not signed. Thrown and caught within `media/`: what catches it knows the line, or the
 * element and attribute, and makes the message of it, or leaves the reference as it is.
 */
export class ReferenceFault extends Error {
  readonly code: CloudFrontSignErrorCode;
  /**
   * What is wrong and what to do, without the place, and without anything of the URL but a character or a
   * length.
   */
  readonly problem: string;

  constructor(code: CloudFrontSignErrorCode, problem: string, cause?: unknown) {
    super(problem, { cause });
    this.code = code;
    this.problem = problem;
  }
}

/** Throws a {@link ReferenceFault}. */
export function refuse(code: CloudFrontSignErrorCode, problem: string, cause?: unknown): never {
  throw new ReferenceFault(code, problem, cause);
}
