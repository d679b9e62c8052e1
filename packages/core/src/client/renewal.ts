import { CloudFrontSignError } from "../errors.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { deviceClock } from "./device-clock.ts";
import type { GrantState } from "./grant-state.ts";
import { type HeldGrant, holdGrant } from "./held-grant.ts";
import { type FailedLoad, type LoadGrant, type LoadOutcome, loadFailure, loadOnce } from "./load-grant.ts";
import { loadPause } from "./load-pause.ts";
import { publishedState } from "./published-state.ts";
import { createWaiters } from "./waiters.ts";
import { onWakeUp } from "./wake-up.ts";

/** The longest delay that timers take, in milliseconds: 24 days. */
const longestTimer = 0x7fff_ffff;

/** A load in progress. */
interface Load {
  readonly controller: AbortController;
  end?: Promise<LoadOutcome>;
  /** Whether another one is to begin as soon as it has ended. */
  isFollowed: boolean;
}

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
  /** After CloudFront refused this grant: another one, if there is one to be had. */
  replace(refused: HeldGrant | undefined): Promise<HeldGrant | undefined>;
  close(): void;
}

/** `timeout` and `maxWait` are in seconds. */
export function keepRenewed(load: UrlInput | LoadGrant, timeout: number, maxWait: number): Renewal {
  const published = publishedState();
  const waiters = createWaiters<HeldGrant>();
  const clock = deviceClock();
  const pause = loadPause(clock);
  let latest: HeldGrant | undefined;
  let loading: Load | undefined;
  /** Whether the newest grant was loaded before the one before it was due for renewal. */
  let isEarly = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by the first use. */
  let stopWakeUps: (() => void) | undefined;
  let isClosed = false;

  const held = (): HeldGrant | undefined => (latest && latest.remaining() > 0 ? latest : undefined);
  const closedError = () =>
    new CloudFrontSignError("ERR_GRANT_CLOSED", "grant", "is closed; make another one with renewingGrant()");

  function newState(): GrantState {
    const grant = held();
    const { failure } = pause;
    if (isClosed) return { status: "closed" };
    const { error, refusal: reason } = failure ?? {};
    if (grant) return { status: "valid", expiresAt: grant.expiresAt, error, reason };
    if (failure?.refusal) return { status: "refused", reason: failure.refusal, error: failure.error };
    if (failure) return { status: "unavailable", error: failure.error };
    return { status: stopWakeUps ? "loading" : "idle" };
  }

  /** Milliseconds until the next load; `Infinity` if none is to follow. */
  function untilLoad(): number {
    if (isClosed || loading || pause.failure?.refusal) return Number.POSITIVE_INFINITY;
    return Math.max(pause.remaining(), held()?.untilRenewal() ?? 0);
  }

  /** Does what is due, and comes back when something is. */
  function check(): void {
    // Also while nothing depends on it: between two looks, a clock that is set back can hide a sleep.
    clock();
    if (untilLoad() <= 0) startLoad();
    const grant = held();
    const { failure } = pause;
    if (grant) waiters.resolve(grant);
    else if (failure && !failure.isTransient && !loading) waiters.reject(failure.error);
    published.publish(newState());
    clearTimeout(timer);
    const next = Math.min(untilLoad(), held()?.remaining() ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(check, Math.min(Math.ceil(next), longestTimer));
    // A grant that nobody waits for does not keep Node.js running.
    if (waiters.size === 0) (timer as { unref?(): void }).unref?.();
  }

  function startLoad(): Promise<LoadOutcome> {
    const asked = clock();
    const isBeforeTime = (held()?.untilRenewal() ?? 0) > 0;
    const current: Load = { controller: new AbortController(), isFollowed: false };
    const timeoutTimer = setTimeout(() => current.controller.abort(), timeout * 1000);
    loading = current;
    current.end = loadOnce(load, current.controller.signal, timeout).then((outcome) => {
      clearTimeout(timeoutTimer);
      if (loading !== current) return outcome;
      loading = undefined;
      const noted = note(outcome, asked);
      if ("grant" in noted) isEarly = isBeforeTime;
      if (current.isFollowed) {
        pause.forgetRefusal();
        startLoad();
      }
      check();
      return noted;
    });
    return current.end;
  }

  function note(outcome: LoadOutcome, asked: number): LoadOutcome {
    const grant = "grant" in outcome && holdGrant(outcome.grant, asked, clock);
    if (grant && grant.remaining() > 0) {
      latest = grant;
      pause.noteGrant(asked);
      return outcome;
    }
    const tooLate = loadFailure("took longer than the grant lasts; give grants of more seconds");
    const failed: FailedLoad =
      "grant" in outcome ? { error: tooLate, isTransient: true, retryAfter: 0 } : outcome;
    pause.noteFailure(failed);
    return failed;
  }

  function begin(): void {
    if (isClosed) throw closedError();
    stopWakeUps ??= onWakeUp((isBackOnline) => {
      if (isBackOnline) pause.end();
      check();
    });
  }

  /** The outcome of a load of now, or of the one in progress. */
  function loadNow(): Promise<LoadOutcome> {
    begin();
    const end = loading?.end ?? startLoad();
    check();
    return end;
  }

  return {
    get state() {
      return published.current;
    },
    get latest() {
      return latest;
    },
    subscribe: published.subscribe,
    valid() {
      begin();
      check();
      const grant = held();
      if (grant) return grant;
      throw (
        pause.failure?.error ?? loadFailure("has given no grant yet; wait for ready() before signUrlNow()")
      );
    },
    async whenValid(signal) {
      begin();
      // A timer may be late after a sleep.
      if (untilLoad() <= 0) check();
      const grant = held();
      if (grant) return grant;
      const late = () => pause.failure?.error ?? loadFailure(`gave no grant within ${maxWait} seconds`);
      const waiting = waiters.wait(maxWait * 1000, late, signal);
      check();
      return waiting;
    },
    async renew() {
      begin();
      // The load in progress may have begun for another user.
      if (loading) {
        loading.isFollowed = true;
        await loading.end;
      }
      pause.forgetRefusal();
      const outcome = await loadNow();
      if (isClosed) throw closedError();
      if (!("grant" in outcome)) throw outcome.error;
    },
    async replace(refused) {
      if (untilLoad() <= 0) check();
      const grant = held();
      if (grant && grant !== refused) return grant;
      // A grant that was replaced before its time is refused for another reason.
      if (isClosed || (!loading && (pause.failure || (grant && isEarly)))) return undefined;
      const outcome = await loadNow();
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
    },
  };
}
