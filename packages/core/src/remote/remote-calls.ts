import type { AbortSignalLike } from "../options/abort-signal.ts";
import { AbortListeners } from "./abort-listeners.ts";
import { attempt, type Outcome, type RemoteOperation } from "./attempt.ts";
import { CallQueue } from "./call-queue.ts";
import { firstDelay, longestDelay } from "./limits.ts";

/** Options of a call, with every default filled in. */
export interface CallSettings {
  readonly concurrency: number;
  readonly attempts: number;
  /** Seconds. */
  readonly timeout: number;
  readonly signal: AbortSignalLike | undefined;
}

/** Why a call has no answer after its last attempt. */
export interface CallFailure {
  readonly outcome: Exclude<Outcome, { id: "answer" }>;
  /** Attempts that were made. */
  readonly attempts: number;
}

/** Decides whether the same call may succeed later. */
export type IsRetryable = (error: unknown) => boolean;

/** Turns the failure of a call into an error. */
export type Refuse = (failure: CallFailure) => never;

/** Calls to one key: a limited number at a time, each tried again after a failure that may pass. */
export class RemoteCalls {
  readonly #settings: CallSettings;
  readonly #isRetryable: IsRetryable;
  readonly #refuse: Refuse;
  readonly #listeners: AbortListeners;
  readonly #queue: CallQueue;

  constructor(settings: CallSettings, isRetryable: IsRetryable, refuse: Refuse) {
    this.#settings = settings;
    this.#isRetryable = isRetryable;
    this.#refuse = refuse;
    this.#listeners = new AbortListeners(settings.signal);
    this.#queue = new CallQueue(settings.concurrency, this.#listeners);
  }

  /** What the operation answers; rejects with the reason of the signal when that aborts. */
  async call(operation: RemoteOperation): Promise<unknown> {
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(operation);
      if (outcome.id === "answer") return outcome.answer;
      const isRetryable = outcome.id === "timeout" || this.#isRetryable(outcome.error);
      if (!isRetryable || attempts >= this.#settings.attempts) return this.#refuse({ outcome, attempts });
      // The function that decides may have aborted it.
      this.#listeners.throwIfAborted();
      await delay(longestDelayBefore(attempts) * Math.random(), this.#listeners);
    }
  }

  async #attempt(operation: RemoteOperation): Promise<Outcome> {
    this.#listeners.throwIfAborted();
    await this.#queue.enter();
    try {
      this.#listeners.throwIfAborted();
      return await attempt(operation, this.#settings.timeout, this.#listeners);
    } finally {
      this.#queue.leave();
    }
  }
}

/**
 * Milliseconds, of which a random part is waited ("full jitter"): calls that were throttled together do not
 * come back together.
 *
 * Source: AWS Builders' Library, "Timeouts, retries, and backoff with jitter".
 */
function longestDelayBefore(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - 1));
}

function delay(milliseconds: number, listeners: AbortListeners): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (reason: unknown): void => {
      clearTimeout(timer);
      reject(reason);
    };
    const timer = setTimeout(() => {
      listeners.remove(onAbort);
      resolve();
    }, milliseconds);
    listeners.add(onAbort);
  });
}
