import { stopwatch } from "../options/events.ts";

/** A signature that somebody waits for, until it is made or ends early. */
export class PendingCall {
  /** Attempts that were begun. */
  attempts = 0;
  /** Why the last attempt failed. */
  lastError: unknown;
  /** Whether its deadline has passed. */
  isLate = false;
  /** Seconds that it has lasted. */
  readonly elapsed: () => number = stopwatch();
  #ended: { readonly reason: unknown } | undefined;
  #interrupt: ((reason: unknown) => void) | undefined;

  /** Ends it early: what it waits for rejects with `reason`, and so does all that it would wait for next. */
  end(reason: unknown): void {
    this.#ended ??= { reason };
    this.#interrupt?.(reason);
  }

  /**
   * What `start` resolves with; rejects when this call ends first. `start` returns the function that stops what it has
   * begun, which is called in both cases, and at once when the call ends.
   */
  async wait<Value>(start: (resolve: (value: Value) => void) => () => void): Promise<Value> {
    if (this.#ended) throw this.#ended.reason;
    let stop: (() => void) | undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        this.#interrupt = (reason) => {
          stop?.();
          reject(reason);
        };
        stop = start(resolve);
      });
    } finally {
      this.#interrupt = undefined;
      stop?.();
    }
  }
}
