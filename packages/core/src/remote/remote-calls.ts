import { isWorkerd } from "../cache/workerd.ts";
import { CloudFrontSignError, type CloudFrontSignErrorCode } from "../errors.ts";
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
  /** Its name for metrics, if {@link shownErrorName} does not find it. */
  readonly nameOf?: (error: unknown) => string | undefined;
}

/** How one attempt of a call ended. A timeout has an error, too. */
type Outcome = { readonly answer: unknown } | { readonly error: unknown; readonly isTimeout: boolean };

/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
const firstDelay = 50;

/** The longest wait before any attempt, in milliseconds. AWS KMS counts its quotas by the second. */
const longestDelay = 2000;

/**
 * Which part of the longest duration is forgotten with each answer. It covers about the last twenty calls then, and is
 * soon back at what calls take after a slow spell.
 */
const forgotten = 0.05;

/** How much longer than the slowest recent call the next one may take. */
const margin = 1.25;

/** A call that waits for its turn; without `start` if it ended meanwhile. */
interface Turn {
  readonly call: PendingCall;
  start: (() => void) | undefined;
}

/**
 * Calls to one key: a limited number at a time, in the order in which they came. Each is tried again after a failure
 * that may pass, until its deadline.
 *
 * When more come than the service answers, each waits almost until its deadline. If it still began then, it would end
 * after the deadline, and so would all behind it: the service would answer, and nobody would get a signature. So a call
 * whose turn comes when less time is left than recent calls took fails at once, and the next one has its turn.
 *
 * In workerd none waits for another one: a request that waits for another request waits for ever once that one has
 * ended. The platform itself limits the connections of a request there.
 */
export class RemoteCalls {
  readonly #settings: CallSettings;
  readonly #errors: ClientErrors;
  readonly #mostCalls: number;
  #calls = 0;
  #free: number;
  /** Those before `#next` had their turn: they are removed many at a time. */
  #turns: Turn[] = [];
  #next = 0;
  /** The number of turns that somebody waits for. */
  #queueLength = 0;
  /** Seconds that the slowest of the recent calls took. */
  #slowest = 0;

  constructor(settings: CallSettings, errors: ClientErrors) {
    this.#settings = settings;
    this.#errors = errors;
    this.#free = isWorkerd() ? Number.POSITIVE_INFINITY : settings.concurrency;
    this.#mostCalls = this.#free + settings.maxQueue;
  }

  /** What the operation answers; rejects with the reason of the key's signal or of `signal` when that aborts. */
  async call(operation: (call: RemoteCall) => unknown, signal: AnyAbortSignal | undefined): Promise<unknown> {
    for (const one of [this.#settings.signal, signal]) if (one?.aborted) throw one.reason;
    const call = new PendingCall();
    const stops: (() => void)[] = [];
    try {
      if (this.#calls >= this.#mostCalls) throw this.#fullQueue();
      this.#calls++;
      stops.push(() => this.#calls--);
      for (const one of [this.#settings.signal, signal])
        if (one) stops.push(onAbort(one, () => call.end(one.reason)));
      stops.push(timer(() => this.#endLate(call), this.#settings.deadline * 1000));
      return await this.#attempts(operation, call);
    } catch (error) {
      this.#tell({
        type: "call-failed",
        attempts: call.attempts,
        error,
        errorName: this.#nameOf(call.lastError),
        queueLength: this.#queueLength,
      });
      throw error;
    } finally {
      for (const stop of stops) stop();
    }
  }

  #endLate(call: PendingCall): void {
    call.isLate = true;
    call.end(this.#missedDeadline(call));
  }

  async #attempts(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<unknown> {
    for (;;) {
      const outcome = await this.#inTurn(operation, call);
      if ("answer" in outcome) return outcome.answer;
      call.lastError = outcome.error;
      const isTransient = outcome.isTimeout || this.#errors.isTransient(outcome.error);
      if (!isTransient || call.attempts >= this.#settings.attempts)
        throw this.#failure(outcome, isTransient, call.attempts);
      // A random part ("full jitter"): calls that were throttled together do not come back together. Source: AWS
      // Builders' Library, "Timeouts, retries, and backoff with jitter".
      const delay = Math.min(longestDelay, firstDelay * 2 ** (call.attempts - 1)) * Math.random();
      const { attempts, lastError: error } = call;
      this.#tell({
        type: "call-retried",
        attempts,
        seconds: delay / 1000,
        error,
        errorName: this.#nameOf(error),
      });
      await call.wait<void>((end) => timer(end, delay));
    }
  }

  async #inTurn(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<Outcome> {
    const elapsed = stopwatch();
    if (this.#free > 0) this.#free--;
    else await this.#turn(call);
    try {
      this.#tell({ type: "call-started", seconds: elapsed(), queueLength: this.#queueLength });
      return await this.#attempt(operation, call);
    } finally {
      this.#endTurn();
    }
  }

  #turn(call: PendingCall): Promise<void> {
    return call.wait<void>((start) => {
      const turn: Turn = { call, start };
      this.#turns.push(turn);
      this.#queueLength++;
      this.#tell({ type: "call-queued", queueLength: this.#queueLength });
      return () => this.#take(turn);
    });
  }

  /** What starts the call of a turn, once; `undefined` if it was started or has ended. */
  #take(turn: Turn): (() => void) | undefined {
    const { start } = turn;
    if (start === undefined) return undefined;
    turn.start = undefined;
    this.#queueLength--;
    return start;
  }

  /** Passes the turn on: a call that comes now does not overtake. */
  #endTurn(): void {
    const { deadline, timeout } = this.#settings;
    const needed = Math.min(this.#slowest * margin, timeout);
    let start: (() => void) | undefined;
    while (start === undefined && this.#next < this.#turns.length) {
      const turn = this.#turns[this.#next++] as Turn;
      if (turn.start && deadline - turn.call.elapsed() < needed)
        turn.call.end(this.#missedTurn(turn.call, needed));
      start = this.#take(turn);
    }
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

  #nameOf(error: unknown): string | undefined {
    return this.#errors.nameOf?.(error) ?? shownErrorName(error);
  }

  async #attempt(operation: (call: RemoteCall) => unknown, call: PendingCall): Promise<Outcome> {
    const { timeout } = this.#settings;
    const controller = new AbortController();
    const elapsed = stopwatch();
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
      if ("answer" in outcome) {
        const seconds = elapsed();
        this.#slowest = Math.max(seconds, this.#slowest * (1 - forgotten));
        this.#tell({ type: "call-answered", seconds });
      }
      return outcome;
    } catch (reason) {
      if (call.isLate) this.#learnFromLate(elapsed());
      controller.abort(reason);
      throw reason;
    }
  }

  /**
   * A call that had about the time of the others and got no answer shows that calls take longer now, but not how long:
   * twice the time is tried next. One that had far more time says nothing about the others.
   */
  #learnFromLate(seconds: number): void {
    const { timeout, deadline } = this.#settings;
    if (seconds < this.#slowest * 2)
      this.#slowest = Math.max(this.#slowest, Math.min(seconds * 2, timeout, deadline));
  }

  #fullQueue(): CloudFrontSignError {
    const { concurrency, maxQueue } = this.#settings;
    return failure(
      "ERR_SIGNING_QUEUE_FULL",
      `the queue is full, with ${describeCount(concurrency, "call")} in progress and ${describeCount(maxQueue, "signature")} waiting; answer with 503 and try again later, ${signLess}, or raise maxQueue`,
    );
  }

  #missedTurn({ lastError }: PendingCall, needed: number): CloudFrontSignError {
    const { deadline } = this.#settings;
    const time = describeCount(Number(needed.toPrecision(2)), "second");
    return failure(
      "ERR_SIGNING_TIMEOUT",
      `waited for its turn until less than ${time} of ${describeCount(deadline, "second")} were left, and recent calls took that long; answer with 503 and try again later, ${signLess}, or raise concurrency or deadline`,
      lastError,
    );
  }

  #missedDeadline({ attempts, lastError }: PendingCall): CloudFrontSignError {
    const { concurrency, deadline } = this.#settings;
    const time = describeCount(deadline, "second");
    const problem =
      attempts === 0
        ? `waited ${time} for its turn, with ${describeCount(concurrency, "call")} in progress; check whether the service answers, ${signLess}, or raise concurrency`
        : `did not get a signature within ${time}, in ${describeCount(attempts, "attempt")}; check whether the service answers, or raise deadline`;
    return failure("ERR_SIGNING_TIMEOUT", problem, lastError);
  }

  #failure(
    { error, isTimeout }: Extract<Outcome, { error: unknown }>,
    isTransient: boolean,
    attempts: number,
  ): CloudFrontSignError {
    const { timeout } = this.#settings;
    const inAttempts = attempts === 1 ? "" : ` in ${attempts} attempts`;
    const problem = isTimeout
      ? `did not answer within ${describeCount(timeout, "second")}${inAttempts}; check the network, pass abortSignal to the client, or raise timeout`
      : (this.#errors.describe?.(error, inAttempts) ?? describeError(error, inAttempts));
    return failure(isTransient ? "ERR_SIGNING_UNAVAILABLE" : "ERR_SIGNING_FAILED", problem, error);
  }
}

const signLess = "sign less often (signer.grant, or signatureCacheSize with cacheWindow)";

function failure(code: CloudFrontSignErrorCode, problem: string, cause?: unknown): CloudFrontSignError {
  return new CloudFrontSignError(code, "sign", problem, cause);
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
