import type { UrlInput } from "cloudfront-sign-webcrypto";
import type { DeviceClock } from "./device-clock.ts";
import { type HeldGrant, holdGrant } from "./held-grant.ts";
import { type FailedLoad, failedLoad, type LoadGrant, type LoadOutcome, loadOnce } from "./load-grant.ts";

/** The longest wait after the first transient failure, in milliseconds; it doubles with each one. */
const firstDelay = 1000;

/** The longest wait after any failure, in milliseconds, unless the endpoint asks for a longer one. */
const longestDelay = 30_000;

/** Between two loads, in milliseconds, however short a grant is. */
const shortestPause = 1000;

/** A load in progress. */
interface Load {
  readonly controller: AbortController;
  end?: Promise<LoadOutcome>;
  /** Whether another one is to begin as soon as it has ended. */
  isFollowed: boolean;
}

/** The loads of a grant, one at a time, and the grant that the last one brought. */
export interface GrantLoads {
  /** The newest grant, valid or not. */
  readonly latest: HeldGrant | undefined;
  /** The newest grant if it is valid. */
  readonly held: HeldGrant | undefined;
  /** Whether the newest grant was loaded before the one before it was due for renewal. */
  readonly isEarly: boolean;
  /** Why the last load gave no grant; `undefined` if it gave one. */
  readonly failure: FailedLoad | undefined;
  readonly isLoading: boolean;
  readonly isClosed: boolean;
  /** Milliseconds until the next load is due; `Infinity` if none is to follow. */
  untilNext(): number;
  /** A new load, or the one in progress. */
  join(): Promise<LoadOutcome>;
  /** The load in progress; another one begins as soon as it has ended. */
  follow(): Promise<LoadOutcome> | undefined;
  /** A load may be made now. */
  endPause(): void;
  /** The endpoint is asked again after it refused. */
  forgetRefusal(): void;
  close(): void;
}

/** `timeout` is in seconds; `onEnd` is called after each load. */
export function grantLoads(
  load: UrlInput | LoadGrant,
  timeout: number,
  clock: DeviceClock,
  onEnd: () => void,
): GrantLoads {
  let failure: FailedLoad | undefined;
  let numFailures = 0;
  /** When the next load may be made, by the clock. */
  let pauseEnd = Number.NEGATIVE_INFINITY;
  let latest: HeldGrant | undefined;
  let loading: Load | undefined;
  let isEarly = false;
  let isClosed = false;

  const held = (): HeldGrant | undefined => (latest && latest.remaining() > 0 ? latest : undefined);

  function start(): Promise<LoadOutcome> {
    const startedAt = clock();
    const isBeforeTime = (held()?.untilRenewal() ?? 0) > 0;
    const current: Load = { controller: new AbortController(), isFollowed: false };
    const timeoutTimer = setTimeout(() => current.controller.abort(), timeout * 1000);
    loading = current;
    current.end = loadOnce(load, current.controller.signal, timeout).then((outcome) => {
      clearTimeout(timeoutTimer);
      if (loading !== current) return outcome;
      loading = undefined;
      const noted = note(outcome, startedAt);
      if ("grant" in noted) isEarly = isBeforeTime;
      if (current.isFollowed) {
        forgetRefusal();
        start();
      }
      onEnd();
      return noted;
    });
    return current.end;
  }

  function note(outcome: LoadOutcome, startedAt: number): LoadOutcome {
    const grant = "grant" in outcome && holdGrant(outcome.grant, startedAt, clock);
    if (grant && grant.remaining() > 0) {
      latest = grant;
      failure = undefined;
      numFailures = 0;
      pauseEnd = startedAt + shortestPause;
      return outcome;
    }
    failure =
      "grant" in outcome
        ? failedLoad("took longer than the grant lasts; give grants of more seconds")
        : outcome;
    const growing = Math.min(longestDelay, firstDelay * 2 ** numFailures++);
    // Half of it is random, so that the clients of a server that failed spread.
    const delay = (failure.isTransient ? growing : longestDelay) * (0.5 + Math.random() / 2);
    pauseEnd = clock() + failure.retryAfter + delay;
    return failure;
  }

  function forgetRefusal(): void {
    if (failure?.refusal) failure = undefined;
  }

  return {
    get latest() {
      return latest;
    },
    get held() {
      return held();
    },
    get isEarly() {
      return isEarly;
    },
    get failure() {
      return failure;
    },
    get isLoading() {
      return loading !== undefined;
    },
    get isClosed() {
      return isClosed;
    },
    untilNext() {
      if (isClosed || loading || failure?.refusal) return Number.POSITIVE_INFINITY;
      return Math.max(pauseEnd - clock(), held()?.untilRenewal() ?? 0);
    },
    join: () => loading?.end ?? start(),
    follow() {
      if (loading) loading.isFollowed = true;
      return loading?.end;
    },
    endPause() {
      pauseEnd = Number.NEGATIVE_INFINITY;
    },
    forgetRefusal,
    close() {
      isClosed = true;
      latest = undefined;
      loading?.controller.abort();
      loading = undefined;
    },
  };
}
