import type { Code } from "../../foreign/pasted-code.ts";

/** The code that installs the function with one tool. */
export interface Installation {
  /** Makes the key value store and the function. */
  readonly create: readonly Code[];
  /** What to do where no code does it. */
  readonly createNotes?: readonly string[];
  /** Attaches the function to a cache behavior. */
  readonly attach: readonly Code[];
  /** Notes about these lines. */
  readonly attachNotes?: readonly string[];
  /** Sets `STORE_ARN` in a later shell. */
  readonly find: Code;
}

/** Finds the key value store by its name. */
export const findStore = `STORE_ARN=$(aws cloudfront describe-key-value-store --name __name__ \\
  --query KeyValueStore.ARN --output text)`;
