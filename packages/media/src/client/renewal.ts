import type { AnyAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { untilAborted } from "cloudfront-sign-webcrypto/internals";
import { type Deferred, deferred } from "./deferred.ts";
import { deviceClock } from "./device-clock.ts";
import type { GrantState } from "./grant-state.ts";
import type { HeldGrant } from "./held-grant.ts";
import { loadFailure } from "./load-failure.ts";
import { type FailedLoad, type LoadGrant, loadOnce } from "./load-grant.ts";
import { longestTimer } from "./options.ts";
import { publishedState } from "./published-state.ts";
import { onWakeUp } from "./wake-up.ts";

/** The longest wait after the first transient failure, in milliseconds; it doubles with each one. */
const firstDelay = 1000;

/** The longest wait after any failure, in milliseconds, unless the endpoint asks for a longer one. */
const longestDelay = 30_000;

/** Between two loads, in milliseconds, however short a grant is. */
const shortestPause = 1000;

/**
 * What happens to many clients at the same moment, a 403 or a network that is back, makes each of them load after a
 * random part of so many milliseconds, or of this share of the lifetime of its grant.
 */
const longestSpread = 5000;
const spreadShare = 0.05;

/** Keeps one grant valid. */
export interface Renewal {
  readonly state: GrantState;
  /** The newest grant, valid or not. */
  readonly latest: HeldGrant | undefined;
  subscribe(listener: (state: GrantState) => void): () => void;
  /** The grant; throws if it is not valid. */
  valid(): HeldGrant;
  /** The grant as soon as there is a valid one. */
  whenValid(signal?: AnyAbortSignal): Promise<HeldGrant>;
  /** Loads now, or as soon as the load in progress has ended. */
  renew(): Promise<void>;
  /** After CloudFront answered 403 to this URL: a grant that did not sign it, or `undefined`. */
  replace(refused: string): Promise<HeldGrant | undefined>;
  /** After CloudFront accepted this URL. */
  accepted(href: string): void;
  close(): void;
}

/** Is called when a load begins; returns what is called with its outcome. */
export type WatchLoads = () => (outcome: HeldGrant | FailedLoad) => void;

/** Loads one grant at a time, and keeps what the last load brought. `timeout` and `maxWait` are in seconds. */
export function keepRenewed(
  load: UrlInput | LoadGrant,
  timeout: number,
  maxWait: number,
  watch: WatchLoads | undefined,
): Renewal {
  const published = publishedState();
  const clock = deviceClock();
  /** The newest grant, valid or not. */
  let latest: HeldGrant | undefined;
  /** Whether it replaced one that CloudFront denied, and nothing has shown yet that this has helped. */
  let isUnproven = false;
  /** The URLs, without queries, that were denied with the grant before it. */
  const denied = new Set<string>();
  /** Whether CloudFront denied it; then it is replaced before its renewal, as soon as a load brings another. */
  let isDenied = false;
  /** When that begins, by the clock. */
  let replacement = Number.POSITIVE_INFINITY;
  /** Why the last load gave no grant; `undefined` if it gave one. */
  let failure: FailedLoad | undefined;
  let numFailures = 0;
  /** When the next load may be made, by the clock. */
  let pauseEnd = 0;
  /** Whether the pause may end earlier when the network is back. */
  let isOffline = false;
  /** The load in progress, which ends with why it gave no grant. */
  let loading: Promise<FailedLoad | undefined> | undefined;
  let controller: AbortController | undefined;
  /** Settles with the outcome of the load in progress, or else of the next one. */
  let ended = deferred<FailedLoad | undefined>();
  /** Whether another load is to begin as soon as that one has ended. */
  let isFollowed = false;
  /** Those who wait for a valid grant. */
  const waiters = new Set<Deferred<HeldGrant>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by the first use. */
  let stopWakeUps: (() => void) | undefined;
  let isClosed = false;

  const validGrant = (): HeldGrant | undefined => (latest && latest.end > clock() ? latest : undefined);

  const closedError = () =>
    new CloudFrontSignError("ERR_GRANT_CLOSED", "grant", "is closed; create a new one with renewingGrant()");

  /** When the next load is due, by the clock; `Infinity` if none is to follow. */
  function nextLoad(): number {
    if (isClosed || loading || failure?.reason) return Number.POSITIVE_INFINITY;
    const renewal = isDenied && failure ? 0 : (latest?.renewal ?? 0);
    return Math.min(replacement, Math.max(pauseEnd, renewal));
  }

  /** A random moment in the next seconds. */
  function soon(): number {
    const { lifetime = Number.POSITIVE_INFINITY } = latest ?? {};
    return clock() + Math.random() * Math.min(longestSpread, lifetime * spreadShare);
  }

  function state(): GrantState {
    if (isClosed) return { status: "closed" };
    const grant = validGrant();
    if (grant)
      return { status: "valid", expiresAt: grant.expiresAt, error: failure?.error, reason: failure?.reason };
    if (!failure) return { status: stopWakeUps ? "loading" : "idle" };
    const { reason, error } = failure;
    return reason ? { status: "refused", reason, error } : { status: "unavailable", error };
  }

  function begin(): void {
    if (isClosed) throw closedError();
    stopWakeUps ??= onWakeUp((isBackOnline) => {
      // Once for each failure: connections come and go.
      if (isBackOnline && isOffline) pauseEnd = Math.min(pauseEnd, soon());
      isOffline &&= !isBackOnline;
      check();
    });
  }

  /** The grant if it is valid. A timer may be late after a sleep. */
  function validNow(): HeldGrant | undefined {
    begin();
    check();
    return validGrant();
  }

  /** Why there will be no grant by itself; `undefined` while a load is in progress, or the next one may bring one. */
  function whyNone(): CloudFrontSignError | undefined {
    if (isClosed) return closedError();
    return loading || failure?.isTransient ? undefined : failure?.error;
  }

  /** Does what is due now, and sets the timer for what is due next. */
  function check(): void {
    // The clock is read also while nothing depends on it: between two looks, one that is set back can hide a sleep.
    if (clock() >= nextLoad()) startLoad();
    const grant = validGrant();
    const refusal = whyNone();
    if (grant) for (const { resolve } of waiters) resolve(grant);
    else if (refusal) for (const { reject } of waiters) reject(refusal);
    if (grant || refusal) waiters.clear();
    published.publish(state());
    clearTimeout(timer);
    const next = Math.min(nextLoad(), validGrant()?.end ?? Number.POSITIVE_INFINITY) - clock();
    if (next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(check, Math.min(Math.ceil(next), longestTimer));
    // It does not keep Node.js running: those who wait for a valid grant have timers of their own.
    if (replacement === Number.POSITIVE_INFINITY) (timer as { unref?(): void }).unref?.();
  }

  function startLoad(): Promise<FailedLoad | undefined> {
    const startedAt = clock();
    replacement = Number.POSITIVE_INFINITY;
    isFollowed = false;
    controller = new AbortController();
    const tell = watch?.();
    loading = loadOnce(load, controller, timeout, clock).then((outcome) => {
      loading = undefined;
      if (isClosed) return undefined;
      tell?.(outcome);
      const failed = "error" in outcome ? outcome : undefined;
      failure = failed;
      // An endpoint that has answered can be reached, and its pause is its own.
      isOffline = failed !== undefined && failed.retryAfter === undefined;
      if ("error" in outcome) pauseEnd = clock() + pauseAfter(outcome, numFailures++);
      else {
        latest = outcome;
        isUnproven = isDenied;
        if (!isDenied) denied.clear();
        isDenied = false;
        numFailures = 0;
        pauseEnd = startedAt + shortestPause;
      }
      ended.resolve(failed);
      ended = deferred();
      if (isFollowed) {
        forgetRefusal();
        startLoad();
      }
      check();
      return failed;
    });
    return loading;
  }

  /** The endpoint is asked again after it refused. */
  function forgetRefusal(): void {
    if (failure?.reason) failure = undefined;
  }

  /** The outcome of a new load, or of the one in progress. */
  function loadNow(): Promise<FailedLoad | undefined> {
    begin();
    const outcome = loading ?? startLoad();
    check();
    return outcome;
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
      const grant = validNow();
      if (grant) return grant;
      throw failure?.error ?? loadFailure("has given no grant yet; wait for ready() before signUrlNow()");
    },
    async whenValid(signal) {
      const grant = validNow();
      if (grant) return grant;
      const waiter = deferred<HeldGrant>();
      // Nobody waits for it if the signal has aborted.
      waiter.promise.catch(() => {});
      const waiting = untilAborted(signal, () => waiter.promise);
      const lateTimer = setTimeout(
        () =>
          waiter.reject(
            failure?.error ??
              loadFailure(
                `got no grant within ${maxWait} seconds; pass a maxWait that is longer than timeout`,
              ),
          ),
        maxWait * 1000,
      );
      waiters.add(waiter);
      check();
      return waiting.finally(() => {
        clearTimeout(lateTimer);
        waiters.delete(waiter);
      });
    },
    async renew() {
      // The load in progress may have begun for another user.
      if (loading) {
        isFollowed = true;
        await loading;
      }
      forgetRefusal();
      const failed = await loadNow();
      if (isClosed) throw closedError();
      if (failed) throw failed.error;
    },
    async replace(refused) {
      const grant = validNow();
      // Cookies leave nothing in the URL.
      if (grant?.query !== undefined && !refused.includes(grant.query)) return grant;
      // A new grant that is denied as the one before it is denied for another reason.
      if (isClosed || (!loading && (failure || (grant && isUnproven)))) return undefined;
      denied.add(withoutQuery(refused));
      if (!loading) {
        isDenied = true;
        replacement = Math.min(replacement, soon());
      }
      check();
      return (await ended.promise) ? undefined : validGrant();
    },
    accepted(href) {
      if (!isUnproven || !denied.has(withoutQuery(href))) return;
      isUnproven = false;
      denied.clear();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      latest = undefined;
      if (loading) controller?.abort();
      stopWakeUps?.();
      ended.resolve(undefined);
      check();
    },
  };
}

function withoutQuery(href: string): string {
  return href.replace(/[?#].*/s, "");
}

/** Milliseconds until the next load, after this failure and so many others before it. */
function pauseAfter({ isTransient, retryAfter = 0 }: FailedLoad, numFailures: number): number {
  const longest = isTransient ? Math.min(longestDelay, firstDelay * 2 ** numFailures) : longestDelay;
  // A random part of both, so that the clients of a server that failed spread.
  const part = Math.random() / 2;
  return retryAfter * (1 + part) + longest * (0.5 + part);
}
