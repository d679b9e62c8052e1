/** Times are in milliseconds. */
export interface ReloadTimes {
  readonly now: () => number;
  /** Age at which a value is too old; `undefined` for never. */
  readonly reloadAfter: number | undefined;
  /** Time from the begin of a load to the next one, if it does not succeed. */
  readonly retryAfter: number;
  /** Time after which a load in progress has failed. */
  readonly timeout: number;
}

/** What the age of a loaded value, and of the last attempt to load it, says about its use. */
export interface ValueAge {
  /** Whether it is time for the next load. */
  isTooOld(): boolean;
  /** Whether the value was loaded so long ago that it may be gone where it comes from. */
  isGone(): boolean;
  /** Whether nobody has used the value, or the process stood still, for so long that it may be gone. */
  isIdle(): boolean;
  /** A load was begun, and the next one follows after `retryAfter` unless it succeeds. */
  noteAttempt(beginning: number): void;
  /** Whether another load was begun at that time or later. */
  hasAttemptSince(beginning: number): boolean;
  /** The load that was begun then has given the value. */
  noteLoaded(beginning: number): void;
}

/** At how many times `reloadAfter` a value may be gone where it comes from. */
const reloadsUntilGone = 2;

export function valueAge({ now, reloadAfter, retryAfter, timeout }: ReloadTimes): ValueAge {
  const goneAfter = reloadsUntilGone * (reloadAfter ?? Number.POSITIVE_INFINITY);
  let loadedAt = 0;
  let lastAttempt = 0;
  let nextAttemptAfter = retryAfter;
  let idleAfter = goneAfter;
  return {
    isTooOld() {
      if (reloadAfter === undefined) return false;
      const age = now() - lastAttempt;
      // A clock that was set back would make a value young for too long.
      return age < 0 || age >= nextAttemptAfter;
    },
    isGone: () => now() - loadedAt >= goneAfter,
    isIdle: () => now() - lastAttempt >= idleAfter,
    noteAttempt(beginning) {
      lastAttempt = beginning;
      nextAttemptAfter = retryAfter;
      // A load that hangs is no idle time, however long its timeout is.
      idleAfter = goneAfter + timeout;
    },
    hasAttemptSince: (beginning) => lastAttempt >= beginning,
    noteLoaded(beginning) {
      loadedAt = beginning;
      lastAttempt = beginning;
      nextAttemptAfter = reloadAfter ?? Number.POSITIVE_INFINITY;
      idleAfter = goneAfter;
    },
  };
}
