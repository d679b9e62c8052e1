import type { UrlInput } from "cloudfront-sign-webcrypto";
import type { DeviceClock } from "./device-clock.ts";
import { type HeldGrant, holdGrant } from "./held-grant.ts";
import { loadFailure } from "./load-failure.ts";
import { type FailedLoad, type LoadGrant, type LoadOutcome, loadOnce } from "./load-grant.ts";
import { loadPause } from "./load-pause.ts";

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
  const pause = loadPause(clock);
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
        pause.forgetRefusal();
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
      pause.noteGrant(startedAt);
      return outcome;
    }
    const tooLate = loadFailure("took longer than the grant lasts; give grants of more seconds");
    const failed: FailedLoad =
      "grant" in outcome ? { error: tooLate, isTransient: true, retryAfter: 0 } : outcome;
    pause.noteFailure(failed);
    return failed;
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
      return pause.failure;
    },
    get isLoading() {
      return loading !== undefined;
    },
    get isClosed() {
      return isClosed;
    },
    untilNext() {
      if (isClosed || loading || pause.failure?.refusal) return Number.POSITIVE_INFINITY;
      return Math.max(pause.remaining(), held()?.untilRenewal() ?? 0);
    },
    join: () => loading?.end ?? start(),
    follow() {
      if (loading) loading.isFollowed = true;
      return loading?.end;
    },
    endPause: pause.end,
    forgetRefusal: pause.forgetRefusal,
    close() {
      isClosed = true;
      latest = undefined;
      loading?.controller.abort();
      loading = undefined;
    },
  };
}
