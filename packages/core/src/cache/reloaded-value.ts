import { endOfEvent, isWorkerd } from "./workerd.ts";

/** A value that is loaded at its first use, and again from time to time. */
export interface ReloadedValue<Value> {
  /**
   * The value: of the first load, which callers share, or of the last one that succeeded. A use that finds it
   * too old begins a load, and has the old value meanwhile; after an idle time it waits for that load.
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
  /** Age at which a value is too old; `undefined` for never. */
  readonly reloadAfter: number | undefined;
  /** Time from the begin of a load to the next one, if it does not succeed. */
  readonly retryAfter: number;
}

/**
 * Loads a value with `load`, which must settle in the end. A load behind the back of a use goes to
 * `waitUntil`; without one, a use in workerd waits for the load that it began, since that ends with its
 * request.
 */
export function reloadedValue<Value>(
  load: () => Promise<Value>,
  { now, reloadAfter, retryAfter }: ReloadTimes,
  waitUntil: ((load: Promise<void>) => void) | undefined,
): ReloadedValue<Value> {
  let value: { readonly latest: Value } | undefined;
  let numLoads = 0;
  let numOfValue = 0;
  // The load in progress, the one that begins when it has ended, and the one that uses wait for; in workerd
  // those of this event.
  let loading: Promise<Value> | undefined;
  let following: Promise<Value> | undefined;
  let awaited: Promise<void> | undefined;
  let freshSince = 0;
  let freshFor = retryAfter;

  const begin = (): Promise<Value> => {
    const num = ++numLoads;
    const beginning = now();
    freshSince = beginning;
    freshFor = retryAfter;
    const result = load().then((loaded) => {
      // A load that was begun later knows better.
      if (num < numOfValue) return value?.latest ?? loaded;
      numOfValue = num;
      value = { latest: loaded };
      freshSince = beginning;
      freshFor = reloadAfter ?? Number.POSITIVE_INFINITY;
      return loaded;
    });
    loading = result;
    shareUntilSettled(result, () => {
      if (loading === result) loading = undefined;
    });
    return result;
  };
  // A clock that was set back would make a value young for too long.
  const isTooOld = (): boolean => {
    if (reloadAfter === undefined) return false;
    const age = now() - freshSince;
    return age < 0 || age >= freshFor;
  };

  // Nobody asked for so long that the value may be gone where it comes from.
  const isLongUnused = (): boolean =>
    reloadAfter !== undefined && now() - freshSince >= reloadAfter * reloadsUntilIdle;

  /** Begins a load, and returns it if the value is not to be used before. */
  const loadAgain = (): Promise<void> | undefined => {
    const mustWait = isLongUnused() || (isWorkerd() && waitUntil === undefined);
    const settled = begin().then(ignore, ignore);
    waitUntil?.(settled);
    if (!mustWait) return undefined;
    awaited = settled;
    shareUntilSettled(settled, () => {
      if (awaited === settled) awaited = undefined;
    });
    return settled;
  };

  return {
    current: () => value?.latest,
    async use() {
      if (value === undefined) return loading ?? following ?? begin();
      const { latest } = value;
      const isLoading = loading !== undefined || following !== undefined;
      const load = awaited ?? (isTooOld() && !isLoading ? loadAgain() : undefined);
      if (load === undefined) return latest;
      await load;
      return value.latest;
    },
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
      if (isWorkerd()) void endOfEvent().then(forget);
      return next;
    },
  };
}

/** After how many times `reloadAfter` without a use the next use waits. */
const reloadsUntilIdle = 2;

/** Calls `unshare` when a promise has settled; in workerd before another request could see it. */
function shareUntilSettled(promise: Promise<unknown>, unshare: () => void): void {
  promise.then(unshare, unshare);
  if (isWorkerd()) void endOfEvent().then(unshare);
}

function ignore(): void {}
