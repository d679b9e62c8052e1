import type { DeviceClock } from "./device-clock.ts";
import type { FailedLoad } from "./load-grant.ts";

/** The longest wait after the first transient failure, in milliseconds; it doubles with each one. */
const firstDelay = 1000;

/** The longest wait after any failure, in milliseconds, unless the endpoint asks for a longer one. */
const longestDelay = 30_000;

/** Between two loads, in milliseconds, however short a grant is. */
const shortestPause = 1000;

/** How long no load is made after the last one. */
export interface LoadPause {
  /** Why the last load gave no grant; `undefined` if it gave one. */
  readonly failure: FailedLoad | undefined;
  /** Milliseconds until the next load; 0 and less if it may be made now. */
  remaining(): number;
  noteGrant(startedAt: number): void;
  noteFailure(failed: FailedLoad): void;
  /** A load may be made now. */
  end(): void;
  /** The endpoint is asked again after it refused. */
  forgetRefusal(): void;
}

export function loadPause(clock: DeviceClock): LoadPause {
  let failure: FailedLoad | undefined;
  let numFailures = 0;
  let end = Number.NEGATIVE_INFINITY;
  return {
    get failure() {
      return failure;
    },
    remaining: () => end - clock(),
    noteGrant(startedAt) {
      failure = undefined;
      numFailures = 0;
      end = startedAt + shortestPause;
    },
    noteFailure(failed) {
      failure = failed;
      const growing = Math.min(longestDelay, firstDelay * 2 ** numFailures++);
      // Half of it is random, so that the clients of a server that failed spread.
      const delay = (failed.isTransient ? growing : longestDelay) * (0.5 + Math.random() / 2);
      end = clock() + failed.retryAfter + delay;
    },
    end() {
      end = Number.NEGATIVE_INFINITY;
    },
    forgetRefusal() {
      if (failure?.refusal) failure = undefined;
    },
  };
}
