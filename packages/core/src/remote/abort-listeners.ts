import { fail } from "../errors.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";

/**
 * Functions that are called when a signal aborts. The signal itself has one listener at most, and none while
 * nobody waits: thousands of calls may wait at a time, and the signal may live as long as the process.
 */
export class AbortListeners {
  readonly #signal: AbortSignalLike | undefined;
  readonly #listeners = new Set<(reason: unknown) => void>();
  readonly #onAbort = (): void => {
    for (const listener of [...this.#listeners]) {
      this.remove(listener);
      listener(this.#signal?.reason);
    }
  };

  constructor(signal: AbortSignalLike | undefined) {
    this.#signal = signal;
  }

  throwIfAborted(): void {
    if (this.#signal?.aborted) throw this.#signal.reason;
  }

  add(listener: (reason: unknown) => void): void {
    const isFirst = this.#listeners.size === 0;
    this.#listeners.add(listener);
    if (isFirst) this.#listen();
  }

  remove(listener: (reason: unknown) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#stopListening();
  }

  #listen(): void {
    try {
      this.#signal?.addEventListener("abort", this.#onAbort);
    } catch (cause) {
      this.#listeners.clear();
      fail(
        "ERR_OPTION_INVALID",
        "signal",
        "has a method addEventListener that threw; pass the signal of an AbortController",
        cause,
      );
    }
  }

  #stopListening(): void {
    try {
      this.#signal?.removeEventListener("abort", this.#onAbort);
    } catch {
      // A listener that stays has nobody to call.
    }
  }
}
