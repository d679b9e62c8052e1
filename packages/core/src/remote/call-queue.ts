import { isWorkerd } from "../cache/workerd.ts";
import type { AbortListeners } from "./abort-listeners.ts";

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lets a number of calls through at a time, in the order in which they came.
 *
 * In workerd it lets all of them through: a request that waits for another one waits for ever once that other
 * one has ended. The platform itself limits the connections of a request there.
 */
export class CallQueue {
  readonly #listeners: AbortListeners;
  #free: number;
  #waiting: Waiting[] = [];
  // Calls at the start that had their turn. They are removed many at a time, since each removal moves all the
  // others.
  #taken = 0;
  readonly #rejectAll = (reason: unknown): void => {
    const waiting = this.#waiting.slice(this.#taken);
    this.#waiting = [];
    this.#taken = 0;
    for (const { reject } of waiting) reject(reason);
  };

  constructor(concurrency: number, listeners: AbortListeners) {
    this.#free = isWorkerd() ? Number.POSITIVE_INFINITY : concurrency;
    this.#listeners = listeners;
  }

  /** Resolves when it is this call's turn, which ends with {@link leave}; rejects when the signal aborts. */
  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#listeners.add(this.#rejectAll);
    });
  }

  leave(): void {
    const next = this.#waiting[this.#taken];
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#taken++;
    if (this.#taken * 2 > this.#waiting.length) {
      this.#waiting.splice(0, this.#taken);
      this.#taken = 0;
    }
    if (this.#waiting.length === 0) this.#listeners.remove(this.#rejectAll);
    // The turn passes on: a call that comes now does not overtake.
    next.resolve();
  }
}
