import { type ReloadTimes, valueAge } from "./value-age.ts";
import { beforeOtherRequests, isWorkerd } from "./workerd.ts";

/** A value that is loaded at its first use, and again from time to time. */
export interface ReloadedValue<Value> {
  /**
   * The value: of the first load, which callers share, or of the last one that succeeded. A use that finds it
   * too old begins a load, and has the old value meanwhile. One that begins a load of a value that may be gone
   * waits for it; after an idle time all uses do.
   */
  use(): Promise<Value>;
  /** Loads anew, after a load that is in progress: that one may have read what was there before. */
  reload(): Promise<Value>;
  /** The value of the last load that succeeded. */
  current(): Value | undefined;
}

/**
 * Loads a value with `load`, which must settle in the end. A load behind the back of a use goes to
 * `waitUntil`; without one, a use in workerd waits for the load that it began, since that ends with its
 * request.
 */
export function reloadedValue<Value>(
  load: () => Promise<Value>,
  times: ReloadTimes,
  waitUntil: ((load: Promise<void>) => void) | undefined,
): ReloadedValue<Value> {
  const age = valueAge(times);
  let value: { readonly latest: Value } | undefined;
  let numLoads = 0;
  let numOfValue = 0;
  // The load in progress, the one that begins when it has ended, and the one that uses wait for; in workerd
  // those of this event.
  let loading: Promise<Value> | undefined;
  let following: Promise<Value> | undefined;
  let awaited: Promise<void> | undefined;

  const begin = (): Promise<Value> => {
    const num = ++numLoads;
    const beginning = times.now();
    const isAfterIdleTime = value !== undefined && age.isIdle();
    // Other requests in workerd cannot wait for this load, so they begin their own until one has ended.
    const countsWhenItFails = isAfterIdleTime && isWorkerd();
    if (!countsWhenItFails) age.noteAttempt(beginning);
    const result = load().then(
      (loaded) => {
        // A load that was begun later knows better.
        if (num < numOfValue) return value?.latest ?? loaded;
        numOfValue = num;
        value = { latest: loaded };
        age.noteLoaded(beginning);
        return loaded;
      },
      (error: unknown) => {
        if (countsWhenItFails && !age.hasAttemptSince(beginning)) age.noteAttempt(beginning);
        throw error;
      },
    );
    loading = result;
    shareUntilSettled(result, () => {
      if (loading === result) loading = undefined;
    });
    // Where loads fail, all but the use that tries again go on. After an idle time nobody has tried yet.
    if (isAfterIdleTime) shareWait(result.then(ignore, ignore));
    return result;
  };

  /** Begins a load, and returns it if the value is not to be used before. */
  const loadAgain = (): Promise<void> | undefined => {
    const isGone = age.isGone();
    const settled = begin().then(ignore, ignore);
    waitUntil?.(settled);
    if (isWorkerd() && waitUntil === undefined) shareWait(settled);
    return isGone ? settled : awaited;
  };
  const shareWait = (load: Promise<void>): void => {
    awaited = load;
    shareUntilSettled(load, () => {
      if (awaited === load) awaited = undefined;
    });
  };

  const current = (): Value | undefined => value?.latest;
  const firstValue = async (): Promise<Value> => {
    try {
      return await (loading ?? following ?? begin());
    } catch (error) {
      // In workerd another request may have loaded it meanwhile.
      const loadedMeanwhile = current();
      if (loadedMeanwhile === undefined) throw error;
      return loadedMeanwhile;
    }
  };

  const use = async (): Promise<Value> => {
    if (value === undefined) return firstValue();
    const { latest } = value;
    const inProgress = loading ?? following;
    // It was begun before the process stood still, as in a frozen container, and most often fails now.
    if (awaited === undefined && inProgress !== undefined && age.isIdle())
      return inProgress.then(ignore, ignore).then(use);
    const load = awaited ?? (age.isTooOld() && inProgress === undefined ? loadAgain() : undefined);
    if (load === undefined) return latest;
    await load;
    return value.latest;
  };

  return {
    current,
    use,
    reload() {
      if (following !== undefined) return following;
      if (loading === undefined) return begin();
      const next = loading.then(ignore, ignore).then(() => {
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

function ignore(): void {}
