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
  return value === undefined || isSignal ? value : refuseSignal(value);
}

function refuseSignal(value: unknown, cause?: unknown): never {
  return fail(
    "ERR_OPTION_INVALID",
    "signal",
    `is ${describeType(value)}, not an AbortSignal; pass the signal of an AbortController`,
    cause,
  );
}

/** What waits for each signal. One listener a signal calls all: Node.js warns of more than 10 listeners as of a leak. */
let waiting: WeakMap<AnyAbortSignal, Waiting> | undefined;

interface Waiting {
  readonly listeners: Set<() => void>;
  readonly callAll: () => void;
}

/**
 * Calls `listener`, which nobody else passes and which does not throw, when a signal aborts; returns the function that
 * ends this. Neither throws anything but a fault of `signal`.
 */
export function onAbort(signal: AnyAbortSignal, listener: () => void): () => void {
  waiting ??= new WeakMap();
  const known = waiting.get(signal);
  const { listeners, callAll } = known ?? allListeners();
  listeners.add(listener);
  if (known === undefined) {
    try {
      signal.addEventListener("abort", callAll);
    } catch (cause) {
      refuseSignal(signal, cause);
    }
    waiting.set(signal, { listeners, callAll });
  }
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    waiting?.delete(signal);
    try {
      signal.removeEventListener("abort", callAll);
    } catch {
      // A listener that stays has nobody to call.
    }
  };
}

function allListeners(): Waiting {
  const listeners = new Set<() => void>();
  return {
    listeners,
    callAll: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** What `begin` resolves with; rejects with the reason of the signal when that aborts first, without calling it if it has aborted. */
export async function untilAborted<Value>(
  given: AnyAbortSignal | undefined,
  begin: () => Promise<Value>,
): Promise<Value> {
  const signal = readAbortSignal(given);
  if (signal === undefined) return begin();
  let stop: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      stop = onAbort(signal, abort);
      // It may also abort while a listener is added.
      if (signal.aborted) abort();
      else begin().then(resolve, reject);
    });
  } finally {
    stop?.();
  }
}
