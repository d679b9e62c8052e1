import type { Code } from "../pasted-code.ts";

/** The code of the steps that change CloudFront. */
export interface RotationCode {
  readonly add: readonly Code[];
  readonly remove: readonly Code[];
  readonly delete: readonly Code[];
}
