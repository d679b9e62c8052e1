import { isWorkerd } from "../cache/workerd.ts";
import { CloudFrontSignError, fail } from "../errors.ts";
import { type AnyAbortSignal, onAbort, type PlatformAbortSignal } from "../options/abort-signal.ts";
import { emit, type RemoteKeyEvent, stopwatch } from "../options/events.ts";
import { describeType } from "../options/type-name.ts";
import type { CallSettings } from "./call-options.ts";
import { shownErrorName } from "./client-error.ts";
import { PendingCall } from "./pending-call.ts";

/** What a function `sign` gets besides its input. */
export interface RemoteCall {
  /** Aborts at the timeout of this attempt, at the deadline and with a `signal`. Pass it on to the client. */
  readonly abortSignal: PlatformAbortSignal;
}

/** What is known of the errors of a client. */
export interface ClientErrors {
  /** Whether the same call may succeed a moment later. */
  readonly isTransient: (error: unknown) => boolean;
  /** What an error means and what mends it, if that is known. `inAttempts` is ` in 10 attempts`, or empty. */
  readonly describe?: (error: unknown, inAttempts: string) => string | undefined;
}

/** How one attempt of a call ended. A timeout has an error, too. */
type Outcome = { readonly answer: unknown } | { readonly error: unknown; readonly isTimeout: boolean };

/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstDelay = 50;

/** The longest wait before any attempt, in milliseconds. AWS KMS counts its quotas by the second. */
const longestDelay = 2000;

/** A call that waits for its turn; without `start` if it ended meanwhile. */
interface Turn {
  start: (() => void) | undefined;
}

/**
 * Calls to one key: a limited number at a time, in the order in which they came. Each is tried again after a failure
 * that may pass, until its deadline.
 *
 * In workerd none waits for another one: a request that waits for another request waits for ever once that one has
 * ended. The platform itself limits the connections of a request there.
 */
export class RemoteCalls {
  readonly #settings: CallSettings;
  readonly #errors: ClientErrors;
  readonly #calls = new Set<PendingCall>();
  readonly #mostCalls: number;
  #free: number;
  /** Those before `#next` had their turn: they are removed many at a time. */
  #turns: Turn[] = [];
  #next = 0;
  /** The number of turns that somebody waits for. */
  #queueLength = 0;
  /**
   * The signal of the key has one listener at most, and none while there are no calls: thousands may wait at a time,
   * and the signal may live as long as the process.
   */
  #stopListening: (() => void) | undefined;

  constructor(settings: CallSettings, errors: ClientErrors) {
    this.#settings = settings;
    this.#errors = errors;
    this.#free = isWorkerd() ? Number.POSITIVE_INFINITY : settings.concurrency;
    this.#mostCalls = this.#free + settings.maxQueue;
  }

  /** What the operation answers; rejects with the reason of the key's signal or of `signal` when that aborts. */
  async call(operation: (call: RemoteCall) => unknown, signal: AnyAbortSignal | undefined): Promise<unknown> {
    for (const one of [this.#settings.signal, signal]) if (one?.aborted) throw one.reason;
    if (this.#calls.size >= this.#mostCalls) this.#refuseQueue();
    const call = new PendingCall();
    const stops: (() => void)[] = [() => this.#remove(call)];
    try {
      this.#add(call);
      if (signal) stops.push(onAbort(signal, () => call.end(signal.reason)));
      stops.push(timer(() => call.end(this.#missedDeadline(call)), this.#settings.deadline * 1000));
      return await this.#attempts(operation, call);
    } finally {
      for (const stop of stops) stop();
    }
  }

  #add(call: PendingCall): void {
    this.#calls.add(call);
    const { signal } = this.#settings;
    if (signal && this.#calls.size === 1)
      this.#stopListening = onAbort(signal, () => {
        for (const one of [...this.#calls]) one.end(signal.reason);
      });
  }

  #remove(call: PendingCall): void {
    this.#calls.delete(call);
    if (this.#calls.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  async #attempts(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<unknown> {
    for (;;) {
      const outcome = await this.#inTurn(operation, call);
      if ("answer" in outcome) return outcome.answer;
      call.lastError = outcome.error;
      const isTransient = outcome.isTimeout || this.#errors.isTransient(outcome.error);
      if (!isTransient || call.attempts >= this.#settings.attempts)
        return this.#refuse(outcome, call.attempts);
      // A random part ("full jitter"): calls that were throttled together do not come back together. Source: AWS
      // Builders' Library, "Timeouts, retries, and backoff with jitter".
      const delay = Math.min(longestDelay, firstDelay * 2 ** (call.attempts - 1)) * Math.random();
      const { attempts, lastError: error } = call;
      this.#tell({ type: "call-retried", attempts, seconds: delay / 1000, error });
      await call.wait<void>((end) => timer(end, delay));
    }
  }

  async #inTurn(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<Outcome> {
    const elapsed = this.#settings.onEvent && stopwatch();
    if (this.#free > 0) this.#free--;
    else await this.#turn(call);
    try {
      if (elapsed) this.#tell({ type: "call-started", seconds: elapsed(), queueLength: this.#queueLength });
      return await this.#attempt(operation, call);
    } finally {
      this.#endTurn();
    }
  }

  #turn(call: PendingCall): Promise<void> {
    return call.wait<void>((start) => {
      const turn: Turn = { start };
      this.#turns.push(turn);
      this.#queueLength++;
      this.#tell({ type: "call-queued", queueLength: this.#queueLength });
      return () => this.#take(turn);
    });
  }

  /** What starts the call of a turn, once; `undefined` if it was started or has ended. */
  #take(turn: Turn | undefined): (() => void) | undefined {
    const start = turn?.start;
    if (turn === undefined || start === undefined) return undefined;
    turn.start = undefined;
    this.#queueLength--;
    return start;
  }

  /** Passes the turn on: a call that comes now does not overtake. */
  #endTurn(): void {
    let start: (() => void) | undefined;
    while (start === undefined && this.#next < this.#turns.length)
      start = this.#take(this.#turns[this.#next++]);
    if (this.#next * 2 >= this.#turns.length) {
      this.#turns.splice(0, this.#next);
      this.#next = 0;
    }
    if (start) start();
    else this.#free++;
  }

  #tell(event: RemoteKeyEvent): void {
    const { onEvent } = this.#settings;
    if (onEvent) emit(onEvent, event);
  }

  async #attempt(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<Outcome> {
    const { timeout, onEvent } = this.#settings;
    const controller = new AbortController();
    const elapsed = onEvent && stopwatch();
    try {
      const outcome = await call.wait<Outcome>((end) => {
        call.attempts++;
        const stop = timer(() => {
          const error = new DOMException(`no answer within ${timeout} seconds`, "TimeoutError");
          end({ error, isTimeout: true });
          controller.abort(error);
        }, timeout * 1000);
        settle(() => operation({ abortSignal: controller.signal })).then(end);
        return stop;
      });
      if (elapsed && "answer" in outcome) this.#tell({ type: "call-answered", seconds: elapsed() });
      return outcome;
    } catch (reason) {
      controller.abort(reason);
      throw reason;
    }
  }

  #refuseQueue(): never {
    const { concurrency, maxQueue } = this.#settings;
    return fail(
      "ERR_SIGNING_QUEUE_FULL",
      "sign",
      `the queue is full, with ${describeCount(concurrency, "call")} in progress and ${describeCount(maxQueue, "signature")} waiting; answer with 503 and try again later, sign less often (signer.grant, or signatureCacheSize with cacheWindow), or raise maxQueue`,
    );
  }

  #missedDeadline({ attempts, lastError }: PendingCall): CloudFrontSignError {
    const { concurrency, deadline } = this.#settings;
    const time = describeCount(deadline, "second");
    const problem =
      attempts === 0
        ? `waited ${time} for its turn, with ${describeCount(concurrency, "call")} in progress; check whether the service answers, sign less often (signer.grant, or signatureCacheSize with cacheWindow), or raise concurrency`
        : `did not get a signature within ${time}, in ${describeCount(attempts, "attempt")}; check whether the service answers, or raise deadline`;
    return new CloudFrontSignError("ERR_SIGNING_TIMEOUT", "sign", problem, lastError);
  }

  #refuse({ error, isTimeout }: Extract<Outcome, { error: unknown }>, attempts: number): never {
    const { timeout } = this.#settings;
    const inAttempts = attempts === 1 ? "" : ` in ${attempts} attempts`;
    const problem = isTimeout
      ? `did not answer within ${describeCount(timeout, "second")}${inAttempts}; check the network, pass abortSignal to the client, or raise timeout`
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

/** Starts a timer; returns the function that clears it. */
function timer(action: () => void, milliseconds: number): () => void {
  const id = setTimeout(action, milliseconds);
  return () => clearTimeout(id);
}

function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
