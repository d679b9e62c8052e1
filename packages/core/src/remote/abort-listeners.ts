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
    if (this.#listeners.size === 0) this.#signal?.addEventListener("abort", this.#onAbort);
    this.#listeners.add(listener);
  }

  remove(listener: (reason: unknown) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#signal?.removeEventListener("abort", this.#onAbort);
  }
}
