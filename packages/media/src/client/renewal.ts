import type { AbortSignalLike, UrlInput } from "cloudfront-sign-webcrypto";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { deviceClock } from "./device-clock.ts";
import { grantLoads } from "./grant-loads.ts";
import type { GrantState } from "./grant-state.ts";
import type { HeldGrant } from "./held-grant.ts";
import { loadFailure } from "./load-failure.ts";
import type { LoadGrant, LoadOutcome } from "./load-grant.ts";
import { publishedState } from "./published-state.ts";
import { createWaiters } from "./waiters.ts";
import { onWakeUp } from "./wake-up.ts";

/** The longest delay that timers take, in milliseconds: 24 days. */
const longestTimer = 0x7fff_ffff;

/** Keeps one grant valid. */
export interface Renewal {
  readonly state: GrantState;
  /** The newest grant, valid or not. */
  readonly latest: HeldGrant | undefined;
  subscribe(listener: (state: GrantState) => void): () => void;
  /** The grant; throws if it is not valid. */
  valid(): HeldGrant;
  /** The grant as soon as there is a valid one. */
  whenValid(signal?: AbortSignalLike): Promise<HeldGrant>;
  /** Loads now, or as soon as the load in progress has ended. */
  renew(): Promise<void>;
  /** After CloudFront answered 403 to a request with this grant: a newer one, or `undefined`. */
  replace(refused: HeldGrant | undefined): Promise<HeldGrant | undefined>;
  close(): void;
}

/** `timeout` and `maxWait` are in seconds. */
export function keepRenewed(load: UrlInput | LoadGrant, timeout: number, maxWait: number): Renewal {
  const published = publishedState();
  const waiters = createWaiters<HeldGrant>();
  const clock = deviceClock();
  const loads = grantLoads(load, timeout, clock, check);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by the first use. */
  let stopWakeUps: (() => void) | undefined;

  const closedError = () =>
    new CloudFrontSignError("ERR_GRANT_CLOSED", "grant", "is closed; make another one with renewingGrant()");

  function newState(): GrantState {
    const { held, failure } = loads;
    if (loads.isClosed) return { status: "closed" };
    const { error, refusal: reason } = failure ?? {};
    if (held) return { status: "valid", expiresAt: held.expiresAt, error, reason };
    if (failure?.refusal) return { status: "refused", reason: failure.refusal, error: failure.error };
    if (failure) return { status: "unavailable", error: failure.error };
    return { status: stopWakeUps ? "loading" : "idle" };
  }

  /** Does what is due now, and sets the timer for what is due next. */
  function check(): void {
    // Also while nothing depends on it: between two looks, a clock that is set back can hide a sleep.
    clock();
    if (loads.untilNext() <= 0) loads.join();
    const { held, failure } = loads;
    if (held) waiters.resolve(held);
    else if (failure && !failure.isTransient && !loads.isLoading) waiters.reject(failure.error);
    published.publish(newState());
    clearTimeout(timer);
    const next = Math.min(loads.untilNext(), loads.held?.remaining() ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(check, Math.min(Math.ceil(next), longestTimer));
    // A grant that nobody waits for does not keep Node.js running.
    if (waiters.size === 0) (timer as { unref?(): void }).unref?.();
  }

  function begin(): void {
    if (loads.isClosed) throw closedError();
    stopWakeUps ??= onWakeUp((isBackOnline) => {
      if (isBackOnline) loads.endPause();
      check();
    });
  }

  /** The outcome of a new load, or of the one in progress. */
  function loadNow(): Promise<LoadOutcome> {
    begin();
    const outcome = loads.join();
    check();
    return outcome;
  }

  return {
    get state() {
      return published.current;
    },
    get latest() {
      return loads.latest;
    },
    subscribe: published.subscribe,
    valid() {
      begin();
      check();
      const { held, failure } = loads;
      if (held) return held;
      throw failure?.error ?? loadFailure("has given no grant yet; wait for ready() before signUrlNow()");
    },
    async whenValid(signal) {
      begin();
      // A timer may be late after a sleep.
      if (loads.untilNext() <= 0) check();
      const { held } = loads;
      if (held) return held;
      const late = () =>
        loads.failure?.error ??
        loadFailure(`gave no grant within ${maxWait} seconds; give a maxWait that is longer than timeout`);
      const waiting = waiters.wait(maxWait * 1000, late, signal);
      check();
      return waiting;
    },
    async renew() {
      begin();
      // The load in progress may have begun for another user.
      if (loads.isLoading) await loads.follow();
      loads.forgetRefusal();
      const outcome = await loadNow();
      if (loads.isClosed) throw closedError();
      if (!("grant" in outcome)) throw outcome.error;
    },
    async replace(refused) {
      if (loads.untilNext() <= 0) check();
      const { held, failure, isEarly } = loads;
      if (held && held !== refused) return held;
      // A grant that was replaced before its time is refused for another reason.
      if (loads.isClosed || (!loads.isLoading && (failure || (held && isEarly)))) return undefined;
      const outcome = await loadNow();
      return "grant" in outcome ? loads.held : undefined;
    },
    close() {
      if (loads.isClosed) return;
      loads.close();
      stopWakeUps?.();
      waiters.reject(closedError());
      check();
    },
  };
}
