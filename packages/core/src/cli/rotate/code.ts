import type { Code } from "../pasted-code.ts";

/** What the steps need that change CloudFront. */
export interface RotationCode {
  readonly add: readonly Code[];
  readonly remove: readonly Code[];
  readonly delete: readonly Code[];
}
