import type { Code } from "../../foreign/pasted-code.ts";

/** The steps that change CloudFront. */
type ChangeId = "add" | "remove" | "delete";

/** The code of these steps. */
export interface RotationCode extends Readonly<Record<ChangeId, readonly Code[]>> {
  /** What to do where no code does it. */
  readonly notes?: Readonly<Record<ChangeId, string>>;
}
