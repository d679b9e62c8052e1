import type { Code } from "../pasted-code.ts";

/** What a tool needs to install the function. */
export interface Installation {
  /** Makes the key value store and the function. */
  readonly create: readonly Code[];
  /** Attaches the function to a cache behavior. */
  readonly attach: readonly Code[];
  /** What to know about these lines. */
  readonly attachNotes: readonly string[];
  /** Sets `STORE_ARN` in a later shell. */
  readonly find: Code;
}
