import { CloudFrontSignError } from "../errors.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { currentMoment, elapsedSince, type Moment } from "./elapsed-time.ts";
import type { GrantState } from "./grant-state.ts";
import { type HeldGrant, holdGrant } from "./held-grant.ts";
import { type FailedLoad, type LoadGrant, type LoadOutcome, loadFailure, loadOnce } from "./load-grant.ts";
import { retryDelay } from "./retry-delay.ts";
import { createWaiters } from "./waiters.ts";
import { onWakeUp } from "./wake-up.ts";

/** The longest delay that timers take, in milliseconds: 24 days. */
const longestTimer = 0x7fff_ffff;

/** Between two loads, in milliseconds, however short a grant is. */
const shortestPause = 1000;

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
  /** Loads now, or waits for the load in progress. */
  renew(): Promise<HeldGrant>;
  /** After CloudFront refused this grant: another one, if there is one to be had. */
  replace(refused: HeldGrant | undefined): Promise<HeldGrant | undefined>;
  close(): void;
}

/** `timeout` and `maxWait` are in seconds. */
export function keepRenewed(load: UrlInput | LoadGrant, timeout: number, maxWait: number): Renewal {
  const listeners = new Set<(state: GrantState) => void>();
  const waiters = createWaiters<HeldGrant>();
  let state: GrantState = Object.freeze({ status: "idle" });
  let latest: HeldGrant | undefined;
  let failure: FailedLoad | undefined;
  let numFailures = 0;
  let pause: { readonly since: Moment; readonly length: number } | undefined;
  let loading: { readonly controller: AbortController; end?: Promise<LoadOutcome> } | undefined;
  let isReplacement = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWakeUps: (() => void) | undefined;
  let isClosed = false;

  const held = (): HeldGrant | undefined => (latest && latest.remaining() > 0 ? latest : undefined);
  const closedError = () =>
    new CloudFrontSignError("ERR_GRANT_CLOSED", "grant", "is closed; make another one with renewingGrant()");
  const lateError = () => failure?.error ?? loadFailure(`gave no grant within ${maxWait} seconds`);
  const refuse = (): never => {
    throw failure?.error ?? loadFailure("has given no grant yet; wait for ready() before signUrlNow()");
  };

  function newState(): GrantState {
    const grant = held();
    if (isClosed) return { status: "closed" };
    if (grant) return { status: "valid", expiresAt: grant.expiresAt, error: failure?.error };
    if (!failure) return stopWakeUps ? { status: "loading" } : { status: "idle" };
    return failure.refusal
      ? { status: "refused", reason: failure.refusal, error: failure.error }
      : { status: "unavailable", error: failure.error };
  }

  function publish(): void {
    const next = newState();
    if (isSameState(state, next)) return;
    state = Object.freeze(next);
    for (const listener of [...listeners]) {
      try {
        listener(next);
      } catch {
        // A fault of the page must not end the renewals.
      }
    }
  }

  /** Milliseconds until the next load; `undefined` if none is to follow. */
  function untilLoad(): number | undefined {
    if (isClosed || !stopWakeUps || loading || failure?.refusal) return undefined;
    const untilPauseEnds = pause ? pause.length - elapsedSince(pause.since) : 0;
    return Math.max(untilPauseEnds, held()?.untilRenewal() ?? 0);
  }

  /** Does what is due, and comes back when something is. */
  function check(): void {
    const until = untilLoad();
    if (until !== undefined && until <= 0) startLoad(false);
    settle();
    publish();
    clearTimeout(timer);
    const next = Math.min(untilLoad() ?? Infinity, held()?.remaining() ?? Infinity);
    if (next === Infinity || isClosed) return;
    timer = setTimeout(check, Math.min(Math.ceil(next), longestTimer));
    // Node.js is not kept running by a grant that nobody waits for.
    if (waiters.size === 0) (timer as { unref?(): void }).unref?.();
  }

  function settle(): void {
    const grant = held();
    if (grant) waiters.resolve(grant);
    else if (failure && !failure.isTransient && !loading) waiters.reject(failure.error);
  }

  function startLoad(isToReplace: boolean): Promise<LoadOutcome> {
    const asked = currentMoment();
    const controller = new AbortController();
    const timeoutTimer = setTimeout(() => controller.abort(), timeout * 1000);
    const current = { controller };
    loading = current;
    const end = loadOnce(load, controller.signal, timeout).then((outcome) => {
      clearTimeout(timeoutTimer);
      if (loading !== current) return outcome;
      loading = undefined;
      const noted = note(outcome, asked);
      if ("grant" in noted) isReplacement = isToReplace;
      check();
      return noted;
    });
    return Object.assign(current, { end }).end;
  }

  function note(outcome: LoadOutcome, asked: Moment): LoadOutcome {
    if (!("grant" in outcome)) return noteFailure(outcome);
    const grant = holdGrant(outcome.grant, asked);
    if (grant.remaining() <= 0)
      return noteFailure({
        error: loadFailure("took longer than the grant lasts; give grants of more seconds"),
        isTransient: true,
        retryAfter: 0,
      });
    latest = grant;
    failure = undefined;
    numFailures = 0;
    pause = { since: asked, length: shortestPause };
    return outcome;
  }

  function noteFailure(failed: FailedLoad): FailedLoad {
    failure = failed;
    numFailures++;
    pause = { since: currentMoment(), length: failed.retryAfter + retryDelay(numFailures) };
    return failed;
  }

  function begin(): void {
    if (isClosed) throw closedError();
    stopWakeUps ??= onWakeUp((isBackOnline) => {
      if (isBackOnline && !loading) pause = undefined;
      check();
    });
  }

  /** The outcome of a load of now, or of the one in progress. */
  function loadNow(isToReplace: boolean): Promise<LoadOutcome> {
    begin();
    const end = loading?.end ?? startLoad(isToReplace);
    check();
    return end;
  }

  return {
    get state() {
      return state;
    },
    get latest() {
      return latest;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    valid() {
      begin();
      check();
      return held() ?? refuse();
    },
    async whenValid(signal) {
      begin();
      const grant = held();
      if (grant) return grant;
      const waiting = waiters.wait(maxWait * 1000, lateError, signal);
      check();
      return waiting;
    },
    async renew() {
      if (failure?.refusal) failure = undefined;
      const outcome = await loadNow(false);
      if (isClosed) throw closedError();
      if (!("grant" in outcome)) throw outcome.error;
      return latest as HeldGrant;
    },
    async replace(refused) {
      const grant = held();
      if (grant && grant !== refused) return grant;
      if (isClosed || failure || (isReplacement && !loading)) return undefined;
      const outcome = await loadNow(true);
      return "grant" in outcome ? held() : undefined;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      latest = undefined;
      loading?.controller.abort();
      loading = undefined;
      stopWakeUps?.();
      waiters.reject(closedError());
      check();
      listeners.clear();
    },
  };
}

function isSameState(a: GrantState, b: GrantState): boolean {
  const { expiresAt, error } = a as { expiresAt?: Date; error?: unknown };
  const other = b as { expiresAt?: Date; error?: unknown };
  return a.status === b.status && expiresAt === other.expiresAt && error === other.error;
}
