import { fail } from "../errors.ts";
import { memberOf } from "./read-properties.ts";
import { describeType } from "./type-name.ts";

/** The members of an `AbortSignal` that are used. */
export interface AnyAbortSignal {
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** Why it has been aborted. */
  readonly reason?: unknown;
  /** Adds a listener for the abort. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The `AbortSignal` of whichever types the project has: DOM, Node.js, Deno, workers. */
export type PlatformAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer Type } }
  ? Type
  : AnyAbortSignal;

/** The option `signal`; `undefined` counts as left out. */
export function readAbortSignal(value: AnyAbortSignal | undefined): AnyAbortSignal | undefined {
  const isSignal =
    typeof value === "object" &&
    typeof memberOf(value, "addEventListener") === "function" &&
    typeof memberOf(value, "removeEventListener") === "function";
  if (value === undefined || isSignal) return value;
  return fail(
    "ERR_OPTION_INVALID",
    "signal",
    `is ${describeType(value)}, not an AbortSignal; pass the signal of an AbortController`,
  );
}
