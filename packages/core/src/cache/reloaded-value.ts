import { beforeOtherRequests, isWorkerd } from "./workerd.ts";

/** A value that is loaded at its first use, and again from time to time. */
export interface ReloadedValue<Value> {
  /**
   * The value: of the first load, which callers share, or of the last one that succeeded. As long as none has
   * succeeded, uses reject with the last error, and one of them loads again after a pause. A use that finds the value
   * too old begins a load, and has the old value meanwhile. One that begins a load of a value that may be gone
   * waits for it; after an idle time all uses do.
   */
  use(): Promise<Value>;
  /** Loads anew, after a load that is in progress: that one may have read what was there before. */
  reload(): Promise<Value>;
  /** The value of the last load that succeeded. */
  current(): Value | undefined;
}

/** Times are in milliseconds. */
export interface ReloadTimes {
  readonly now: () => number;
  /** Age at which a value is too old; `undefined` for never. At twice this age it may be gone where it comes from. */
  readonly reloadAfter: number | undefined;
  /** Time after which a load in progress has failed. */
  readonly timeout: number;
}

/** Milliseconds from the begin of a load that fails to the next one, if that is less than `reloadAfter`. */
const retryAfter = 10_000;

/**
 * Loads a value with `load`, which must settle in the end. A load behind the back of a use goes to `waitUntil`; without
 * one, a use in workerd waits for the load that it began, since that ends with its request. `onChange` hears of a value
 * that replaces another one.
 */
export function reloadedValue<Value>(
  load: () => Promise<Value>,
  { now, reloadAfter = Number.POSITIVE_INFINITY, timeout }: ReloadTimes,
  waitUntil: ((load: Promise<void>) => void) | undefined,
  onChange?: (value: Value, previous: Value) => void,
): ReloadedValue<Value> {
  const goneAfter = 2 * reloadAfter;
  let latest: { readonly value: Value; readonly number: number; readonly begun: number } | undefined;
  let numLoads = 0;
  // The last load that counts: when it was begun, and when the next one follows and uses wait for it.
  let begun = 0;
  let tooOldAfter = retryAfter;
  let idleAfter = goneAfter;
  // The load in progress, the one that begins when it has ended, and the one that uses wait for; in workerd
  // those of this event.
  let loading: Promise<Value> | undefined;
  let following: Promise<Value> | undefined;
  let awaited: Promise<void> | undefined;
  /** Why the last load failed. */
  let failure: { readonly error: unknown } | undefined;

  const isIdle = (): boolean => now() - begun >= idleAfter;
  const isPauseOver = (): boolean => {
    const age = now() - begun;
    // A clock that was set back would make a value young for too long.
    return age < 0 || age >= tooOldAfter;
  };
  const isTooOld = (): boolean => reloadAfter < Number.POSITIVE_INFINITY && isPauseOver();
  const countAttempt = (beginning: number): void => {
    begun = beginning;
    tooOldAfter = Math.min(reloadAfter, retryAfter);
    // A load that hangs is not an idle time, however long its timeout is.
    idleAfter = goneAfter + timeout;
  };

  const begin = (): Promise<Value> => {
    const number = ++numLoads;
    const beginning = now();
    const isAfterIdleTime = latest !== undefined && isIdle();
    // Other requests in workerd cannot wait for this load, so they begin their own until one has ended.
    const countsWhenItFails = isAfterIdleTime && isWorkerd();
    if (!countsWhenItFails) countAttempt(beginning);
    const result = load().then(
      (value) => {
        // A load that was begun later knows better.
        if (latest !== undefined && number < latest.number) return latest.value;
        const previous = latest;
        latest = { value, number, begun: beginning };
        failure = undefined;
        begun = beginning;
        tooOldAfter = reloadAfter;
        idleAfter = goneAfter;
        if (previous !== undefined && previous.value !== value) onChange?.(value, previous.value);
        return value;
      },
      (error: unknown) => {
        if (countsWhenItFails && begun < beginning) countAttempt(beginning);
        failure = { error };
        throw error;
      },
    );
    loading = result;
    shareUntilSettled(result, () => {
      if (loading === result) loading = undefined;
    });
    // Where loads fail, all but the use that tries again go on. After an idle time nobody has tried yet.
    if (isAfterIdleTime) letUsesAwait(settled(result));
    return result;
  };
  const letUsesAwait = (load: Promise<void>): void => {
    awaited = load;
    shareUntilSettled(load, () => {
      if (awaited === load) awaited = undefined;
    });
  };

  /** Begins a load, and returns it if the value is not to be used before. */
  const loadAgain = ({ begun }: { readonly begun: number }): Promise<void> | undefined => {
    const isGone = now() - begun >= goneAfter;
    const load = settled(begin());
    waitUntil?.(load);
    if (isWorkerd() && waitUntil === undefined) letUsesAwait(load);
    return isGone ? load : awaited;
  };

  const current = (): Value | undefined => latest?.value;
  const use = async (): Promise<Value> => {
    const inProgress = loading ?? following;
    if (latest === undefined) {
      // A place that is down is not asked by every use.
      if (inProgress === undefined && failure !== undefined && !isPauseOver()) throw failure.error;
      // In workerd another request may have loaded it meanwhile.
      return (inProgress ?? begin()).catch((error: unknown) => current() ?? Promise.reject(error));
    }
    const { value } = latest;
    // It was begun before the process stood still, as in a frozen container, and most often fails now.
    if (awaited === undefined && inProgress !== undefined && isIdle()) return settled(inProgress).then(use);
    const load = awaited ?? (isTooOld() && inProgress === undefined ? loadAgain(latest) : undefined);
    if (load === undefined) return value;
    await load;
    return latest.value;
  };

  return {
    current,
    use,
    reload() {
      if (following !== undefined) return following;
      if (loading === undefined) return begin();
      const next = settled(loading).then(() => {
        forget();
        return begin();
      });
      const forget = (): void => {
        if (following === next) following = undefined;
      };
      following = next;
      beforeOtherRequests(forget);
      return next;
    },
  };
}

/** Calls `unshare` when a promise has settled; in workerd before another request could see it. */
function shareUntilSettled(promise: Promise<unknown>, unshare: () => void): void {
  promise.then(unshare, unshare);
  beforeOtherRequests(unshare);
}

/** The end of a promise, however it settles. */
function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}
