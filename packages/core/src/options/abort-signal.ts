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

/** Calls `listener` when a signal aborts; returns the function that ends this. Neither throws anything but a fault of `signal`. */
export function onAbort(signal: AnyAbortSignal, listener: () => void): () => void {
  try {
    signal.addEventListener("abort", listener);
  } catch (cause) {
    fail(
      "ERR_OPTION_INVALID",
      "signal",
      "has a method addEventListener that threw; pass the signal of an AbortController",
      cause,
    );
  }
  return () => {
    try {
      signal.removeEventListener("abort", listener);
    } catch {
      // A listener that stays has nobody to call.
    }
  };
}

/** What `begin` resolves with; rejects with the reason of the signal when that aborts first, without calling it if it has aborted. */
export function untilAborted<Value>(signal: AnyAbortSignal, begin: () => Promise<Value>): Promise<Value> {
  let stop: (() => void) | undefined;
  const result = new Promise<Value>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    stop = onAbort(signal, abort);
    // The signal may abort while a listener is added.
    if (signal.aborted) return abort();
    begin().then(resolve, reject);
  });
  return result.finally(() => stop?.());
}
