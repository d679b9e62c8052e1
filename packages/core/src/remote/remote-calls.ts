import { isWorkerd } from "../cache/workerd.ts";
import { fail } from "../errors.ts";
import type { PlatformAbortSignal } from "../options/abort-signal.ts";
import { describeType } from "../options/type-name.ts";
import type { CallSettings } from "./call-options.ts";
import { shownErrorName } from "./client-error.ts";

/** What a function `sign` gets besides its input. */
export interface RemoteCall {
  /** Aborts at the timeout of this attempt and with the option `signal`. Pass it on to the client. */
  readonly abortSignal: PlatformAbortSignal;
}

/** What is known of the errors of a client. */
export interface ClientErrors {
  /** Whether the same call may succeed a moment later. */
  readonly isTransient: (error: unknown) => boolean;
  /** What an error means and what mends it, if that is known. `inAttempts` is ` in 10 attempts`, or empty. */
  readonly describe?: (error: unknown, inAttempts: string) => string | undefined;
}

type Timer = ReturnType<typeof setTimeout>;

/** How one attempt of a call ended. A timeout has an error, too. */
type Outcome = { readonly answer: unknown } | { readonly error: unknown; readonly isTimeout: boolean };

/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstDelay = 50;

/** The longest wait before any attempt, in milliseconds. AWS KMS counts its quotas by the second. */
const longestDelay = 2000;

/**
 * Calls to one key: a limited number at a time, in the order in which they came. Each is tried again after a failure
 * that may pass.
 *
 * In workerd none waits for another one: a request that waits for another request waits for ever once that one has
 * ended. The platform itself limits the connections of a request there.
 */
export class RemoteCalls {
  readonly #settings: CallSettings;
  readonly #errors: ClientErrors;
  #free: number;
  /** Starts the calls that wait for their turn. Those before `#next` had it: they are removed many at a time. */
  #turns: (() => void)[] = [];
  #next = 0;
  /**
   * Rejects everything that waits or is in progress. The signal has one listener at most, and none while this is
   * empty: thousands of calls may wait at a time, and the signal may live as long as the process.
   */
  readonly #rejects = new Set<(reason: unknown) => void>();
  readonly #onAbort = (): void => {
    const rejects = [...this.#rejects];
    this.#rejects.clear();
    this.#turns = [];
    this.#next = 0;
    for (const reject of rejects) reject(this.#settings.signal?.reason);
  };

  constructor(settings: CallSettings, errors: ClientErrors) {
    this.#settings = settings;
    this.#errors = errors;
    this.#free = isWorkerd() ? Number.POSITIVE_INFINITY : settings.concurrency;
  }

  /** What the operation answers; rejects with the reason of the signal when that aborts. */
  async call(operation: (call: RemoteCall) => unknown): Promise<unknown> {
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#inTurn(operation);
      if ("answer" in outcome) return outcome.answer;
      const isTransient = outcome.isTimeout || this.#errors.isTransient(outcome.error);
      if (!isTransient || attempts >= this.#settings.attempts) return this.#refuse(outcome, attempts);
      // A random part ("full jitter"): calls that were throttled together do not come back together. Source: AWS
      // Builders' Library, "Timeouts, retries, and backoff with jitter".
      const delay = Math.min(longestDelay, firstDelay * 2 ** (attempts - 1)) * Math.random();
      await this.#untilAbort<void>((end) => setTimeout(end, delay));
    }
  }

  async #inTurn(operation: (call: RemoteCall) => unknown): Promise<Outcome> {
    if (this.#free > 0) this.#free--;
    else await this.#untilAbort<void>((start) => void this.#turns.push(start));
    try {
      return await this.#attempt(operation);
    } finally {
      this.#endTurn();
    }
  }

  /** Passes the turn on: a call that comes now does not overtake. */
  #endTurn(): void {
    if (this.#next === this.#turns.length) {
      this.#free++;
      return;
    }
    const start = this.#turns[this.#next++] as () => void;
    if (this.#next * 2 > this.#turns.length) {
      this.#turns.splice(0, this.#next);
      this.#next = 0;
    }
    start();
  }

  async #attempt(operation: (call: RemoteCall) => unknown): Promise<Outcome> {
    const { timeout } = this.#settings;
    const controller = new AbortController();
    try {
      return await this.#untilAbort<Outcome>((end) => {
        const timer = setTimeout(() => {
          const error = new DOMException(`no answer within ${timeout} seconds`, "TimeoutError");
          end({ error, isTimeout: true });
          controller.abort(error);
        }, timeout * 1000);
        settle(() => operation({ abortSignal: controller.signal })).then(end);
        return timer;
      });
    } catch (reason) {
      controller.abort(reason);
      throw reason;
    }
  }

  /**
   * What `start` resolves with; rejects with the reason of the signal when that aborts first. Clears the timer that
   * `start` returns.
   */
  async #untilAbort<Value>(start: (resolve: (value: Value) => void) => Timer | undefined): Promise<Value> {
    const { signal } = this.#settings;
    if (signal?.aborted) throw signal.reason;
    let onAbort: ((reason: unknown) => void) | undefined;
    let timer: Timer | undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        onAbort = reject;
        this.#rejects.add(reject);
        if (this.#rejects.size === 1) this.#listen();
        // The signal may abort while a listener is added.
        if (this.#rejects.has(reject)) timer = start(resolve);
      });
    } finally {
      clearTimeout(timer);
      if (onAbort) this.#rejects.delete(onAbort);
      if (this.#rejects.size === 0) this.#stopListening();
    }
  }

  #listen(): void {
    try {
      this.#settings.signal?.addEventListener("abort", this.#onAbort);
    } catch (cause) {
      // The next call finds that it is the first one again.
      this.#rejects.clear();
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
      this.#settings.signal?.removeEventListener("abort", this.#onAbort);
    } catch {
      // A listener that stays has nobody to call.
    }
  }

  #refuse({ error, isTimeout }: Extract<Outcome, { error: unknown }>, attempts: number): never {
    const { timeout } = this.#settings;
    const inAttempts = attempts === 1 ? "" : ` in ${attempts} attempts`;
    const problem = isTimeout
      ? `did not answer within ${timeout} second${timeout === 1 ? "" : "s"}${inAttempts}; check the network, pass abortSignal to the client, or raise timeout`
      : (this.#errors.describe?.(error, inAttempts) ?? describeError(error, inAttempts));
    return fail("ERR_SIGNING_FAILED", "sign", problem, error);
  }
}

function describeError(error: unknown, inAttempts: string): string {
  const fix = error === undefined ? "throw an Error that says why" : "see the cause of this error";
  return `failed with ${shownErrorName(error) ?? describeType(error)}${inAttempts}; ${fix}`;
}

async function settle(operation: () => unknown): Promise<Outcome> {
  try {
    return { answer: await operation() };
  } catch (error) {
    return { error, isTimeout: false };
  }
}
