import type { PlatformAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import { events, startingAtCaller } from "cloudfront-sign-webcrypto/internals";
import { fetchWithGrant, type PlatformFetch } from "./fetch.ts";
import type { GrantState } from "./grant-state.ts";
import { type RenewingGrantOptions, readRenewingGrantOptions } from "./options.ts";
import { keepRenewed } from "./renewal.ts";
import { absoluteHref, hrefOf } from "./signed-request.ts";
import { watchLoads } from "./watched-loads.ts";

/**
 * A grant that is renewed before it expires.
 *
 * @example
 * ```ts
 * import { renewingGrant } from "cloudfront-sign-media/client";
 *
 * const now = new Date();
 * const expiresAt = new Date(now.getTime() + 600_000);
 * const resource = "https://d111111abcdef8.cloudfront.net/course/42/*";
 * // In production: load: "/api/grant", the URL of your endpoint.
 * const grant = renewingGrant({ load: () => ({ resource, expiresAt, now, query: "Policy=p&Signature=s&Key-Pair-Id=K" }) });
 * console.log(await grant.signUrl("https://d111111abcdef8.cloudfront.net/course/42/1.ts")); // https://d111111abcdef8.cloudfront.net/course/42/1.ts?Policy=p&Signature=s&Key-Pair-Id=K
 * grant.close();
 * ```
 */
export interface RenewingGrant extends PlatformDisposable {
  /** The state of the grant: the same object until it changes. */
  readonly state: GrantState;
  /**
   * Calls a function with each new state. Never throws: what a listener throws goes to `console.error`.
   *
   * @param listener called with each new state
   * @returns the function that ends this
   */
  subscribe(listener: (state: GrantState) => void): () => void;
  /**
   * Resolves when the grant is valid.
   *
   * @throws `ERR_GRANT_LOAD_FAILED` when there is no grant, at the latest after `maxWait`; `ERR_GRANT_REFUSED`,
   * `ERR_GRANT_CLOSED`.
   */
  ready(): Promise<void>;
  /**
   * Adds the parameters of the grant to a URL, and removes those of an older grant. Waits as `ready` does.
   *
   * The URL does not renew itself: it works until this grant expires, and a `<video src>` keeps it. For a film, use the
   * adapter of a player, cookies, a service worker or a signed playlist.
   *
   * @param url the URL; in a page it may be relative
   * @returns the signed URL; the URL unchanged if the grant does not cover it or is in cookies
   * @throws `ERR_GRANT_LOAD_FAILED`, `ERR_GRANT_REFUSED`, `ERR_GRANT_CLOSED` as `ready`.
   */
  signUrl(url: UrlInput): Promise<string>;
  /**
   * Adds the parameters of the grant to a URL, for hooks that cannot wait; call `ready()` before.
   *
   * @param url the URL; in a page it may be relative
   * @returns the signed URL; the URL unchanged if the grant does not cover it or is in cookies
   * @throws `ERR_GRANT_LOAD_FAILED`, `ERR_GRANT_REFUSED`, `ERR_GRANT_CLOSED` when no grant is valid.
   */
  signUrlNow(url: UrlInput): string;
  /**
   * Tells whether the grant covers a URL. Never throws.
   *
   * @param url the URL
   * @returns also `false` while there is no grant
   */
  covers(url: UrlInput): boolean;
  /**
   * Tells whether a request has to be sent with cookies (`credentials: "include"`). Never throws.
   *
   * @param url the URL of the request
   * @returns `true` if the grant covers it and is in cookies
   */
  needsCookies(url: UrlInput): boolean;
  /**
   * `fetch` that signs the URLs that the grant covers, and does not change others. A GET or HEAD that CloudFront
   * answers with 403 is tried once more with a new grant.
   *
   * @throws `ERR_GRANT_LOAD_FAILED`, `ERR_GRANT_REFUSED`, `ERR_GRANT_CLOSED` as `ready`; the errors of `fetch`.
   */
  readonly fetch: PlatformFetch;
  /**
   * Gets another grant after CloudFront answered 403 to a URL that `signUrl` returned. Never throws. The load begins at a
   * random moment in the next 5 seconds, or 5% of the lifetime, because a 403 may reach all viewers at once.
   * If it fails, the next one follows as after any failure, and the URL gets no other grant.
   *
   * @param url the URL that got status 403
   * @returns the URL with another grant; `undefined` if there is no other grant, or if the current grant already
   * replaced one after a 403 and no URL of that 403 has worked since: then the 403 has another cause
   */
  retryUrl(url: string): Promise<string | undefined>;
  /**
   * Tells that CloudFront accepted a URL that `retryUrl` or `signUrl` returned. Call it if you call `retryUrl`: if the
   * URL got a 403 with an earlier grant, `retryUrl` may load another grant again. Never throws. `fetch` and the adapters
   * of players call it.
   *
   * @param url the URL that worked
   */
  reportSuccess(url: string): void;
  /**
   * Loads a grant now: after another user has signed in, or after a refusal.
   *
   * @throws `ERR_GRANT_LOAD_FAILED`, `ERR_GRANT_REFUSED`, `ERR_GRANT_CLOSED`.
   */
  renew(): Promise<void>;
  /** Forgets the grant, ends its requests and timers. Never throws. */
  close(): void;
}

/** `[Symbol.dispose]()`, which closes the grant, where the types of the project have it. */
export type PlatformDisposable = SymbolConstructor extends { readonly dispose: infer Dispose extends symbol }
  ? { readonly [Key in Dispose]: () => void }
  : object;

/**
 * Keeps a grant valid for as long as a page or an app needs it, and signs requests with it: for players, `fetch`
 * and service workers. It needs no key.
 *
 * Nothing is loaded before the first use. A grant is renewed at a random moment between 50 and 80% of its
 * lifetime, with one load at a time. While the endpoint fails, the grant is used until it expires, and the client
 * asks again after growing pauses. The clock of the device does not matter.
 *
 * @param options the endpoint that gives grants, and how long to wait for it
 * @returns the grant; make one for each endpoint
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options.
 * @example
 * ```ts
 * import { renewingGrant } from "cloudfront-sign-media/client";
 *
 * const grant = renewingGrant({ load: "https://app.example.com/api/grant" });
 * grant.subscribe((state) => console.log(state.status));
 * console.log(grant.state.status); // idle
 * ```
 */
export function renewingGrant(options: RenewingGrantOptions): RenewingGrant {
  const { load, timeout, maxWait, signal, onEvent } = startingAtCaller(renewingGrant, () =>
    readRenewingGrantOptions(options),
  );
  const renewal = keepRenewed(load, timeout, maxWait, onEvent && watchLoads(onEvent));

  const isCovered = (href: string): boolean => renewal.latest?.sign(href) !== undefined;
  /** A request to another host does not wait for a grant that has ended. */
  const isUncovered = (href: string): boolean => renewal.latest !== undefined && !isCovered(href);
  // The URL of the call: until there is a grant, a URL object may change, and so may the base of a relative URL.
  async function sign(url: UrlInput, until?: PlatformAbortSignal): Promise<string | undefined> {
    const href = absoluteHref(url);
    return isUncovered(href) ? undefined : (await renewal.whenValid(until)).sign(href);
  }
  async function retryUrl(url: UrlInput): Promise<string | undefined> {
    const href = absoluteHref(url);
    if (onEvent && isCovered(href)) events.emit(onEvent, { type: "request-denied" });
    return isCovered(href) ? (await renewal.replace(href))?.sign(href) : undefined;
  }
  const reportSuccess = (url: UrlInput): void => renewal.accepted(absoluteHref(url));
  function close(): void {
    signal?.removeEventListener("abort", close);
    renewal.close();
  }
  const covers = (url: UrlInput): boolean => isCovered(absoluteHref(url));
  const needsCookies = (url: UrlInput): boolean => covers(url) && renewal.latest?.query === undefined;

  const { dispose } = Symbol as { readonly dispose?: symbol };

  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();
  return Object.freeze({
    get state() {
      return renewal.state;
    },
    subscribe: renewal.subscribe,
    ready: async () => void (await renewal.whenValid()),
    async signUrl(url: UrlInput) {
      const given = hrefOf(url);
      return (await sign(url)) ?? given;
    },
    signUrlNow(url: UrlInput) {
      const href = absoluteHref(url);
      return (isUncovered(href) ? undefined : renewal.valid().sign(href)) ?? hrefOf(url);
    },
    covers,
    needsCookies,
    fetch: ((input: RequestInfo | URL, init?: RequestInit) =>
      fetchWithGrant(
        { sign, retryUrl, reportSuccess, needsCookies },
        input instanceof URL ? input.href : input,
        init,
      )) as PlatformFetch,
    retryUrl,
    reportSuccess,
    renew: async () => void (await renewal.renew()),
    close,
    // Absent from older browsers.
    ...(dispose && { [dispose]: close }),
  }) as RenewingGrant;
}
