import type { PlatformAbortSignal } from "../options/abort-signal.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { fetchWithGrant, type PlatformFetch } from "./fetch.ts";
import type { GrantState } from "./grant-state.ts";
import { type RenewingGrantOptions, readRenewingGrantOptions } from "./options.ts";
import { keepRenewed } from "./renewal.ts";
import { absoluteHref, hrefOf } from "./signed-request.ts";

/** A grant that is renewed before it ends. */
export interface RenewingGrant extends PlatformDisposable {
  /** The same object until it changes. */
  readonly state: GrantState;
  /** Calls `listener` with each new state; returns the function that ends this. What a listener throws goes to `console.error`. */
  subscribe(listener: (state: GrantState) => void): () => void;
  /**
   * Resolves when the grant is valid.
   *
   * @throws `ERR_GRANT_LOAD_FAILED` when there is no grant, at the latest after `maxWait`; `ERR_GRANT_REFUSED`,
   * `ERR_GRANT_CLOSED`.
   */
  ready(): Promise<void>;
  /**
   * The URL with the parameters of the grant, instead of older ones. A URL that the grant does not cover is
   * returned unchanged, and so is every URL if the grant is in cookies. Waits as `ready` does.
   *
   * @throws The errors of `ready`.
   */
  signUrl(url: UrlInput): Promise<string>;
  /**
   * `signUrl` for hooks that cannot wait; call `ready()` before.
   *
   * @throws The errors of `ready` when no grant is valid.
   */
  signUrlNow(url: UrlInput): string;
  /** Whether the grant covers the URL; `false` as long as there is none. */
  covers(url: UrlInput): boolean;
  /** Whether a request for the URL has to be sent with cookies (`credentials: "include"`). */
  needsCookies(url: UrlInput): boolean;
  /**
   * `fetch` for what the grant covers and for anything else. A GET or HEAD that CloudFront answers with 403 is
   * tried once more with a new grant.
   *
   * @throws The errors of `ready` and of `fetch`.
   */
  readonly fetch: PlatformFetch;
  /**
   * After CloudFront answered 403 to a URL that `signUrl` returned: the URL with another grant. `undefined` when
   * there is none to be had, or the last one was replaced because of a 403, too: then the 403 has another reason.
   */
  retryUrl(url: string): Promise<string | undefined>;
  /**
   * Loads a grant now: after another user has signed in, or after a refusal.
   *
   * @throws `ERR_GRANT_LOAD_FAILED`, `ERR_GRANT_REFUSED`, `ERR_GRANT_CLOSED`.
   */
  renew(): Promise<void>;
  /** Forgets the grant, ends its requests and timers. */
  close(): void;
}

/** `[Symbol.dispose]()`, which closes the grant, where the types of the project have it. */
export type PlatformDisposable = SymbolConstructor extends { readonly dispose: infer Dispose extends symbol }
  ? { readonly [Key in Dispose]: () => void }
  : object;

/**
 * Keeps a grant valid for as long as a page or an app needs it, and signs requests with it: for players, `fetch`
 * and service workers. There is no key in it.
 *
 * Nothing is loaded before the first use. A grant is renewed at a random moment between half and four fifths of
 * its lifetime, one load at a time; while the endpoint fails it is asked again with growing pauses and the grant
 * is used until its end. The clock of the device does not matter.
 *
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the options.
 * @example
 * ```ts
 * import { renewingGrant } from "cloudfront-sign-webcrypto/client";
 *
 * const grant = renewingGrant({ load: "https://app.example.com/api/grant" });
 * grant.subscribe((state) => console.log(state.status));
 * console.log(grant.state.status); // idle
 * ```
 */
export function renewingGrant(given: RenewingGrantOptions): RenewingGrant {
  const { load, timeout, maxWait, signal } = readRenewingGrantOptions(given);
  const renewal = keepRenewed(load, timeout, maxWait);

  const isCovered = (href: string): boolean => renewal.latest?.sign(href) !== undefined;
  async function sign(href: string, until?: PlatformAbortSignal): Promise<string | undefined> {
    // A request to another host does not wait for a grant that has ended.
    if (renewal.latest && !isCovered(href)) return undefined;
    return (await renewal.whenValid(until)).sign(href);
  }
  async function retry(href: string): Promise<string | undefined> {
    const { latest } = renewal;
    if (!latest || !isCovered(href)) return undefined;
    const isOfLatest = latest.query === undefined || href.includes(latest.query);
    return (await renewal.replace(isOfLatest ? latest : undefined))?.sign(href);
  }
  function close(): void {
    signal?.removeEventListener("abort", close);
    renewal.close();
  }
  const needsCookies = (href: string): boolean => isCovered(href) && renewal.latest?.query === undefined;

  const { dispose } = Symbol as { readonly dispose?: symbol };

  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();
  return Object.freeze({
    get state() {
      return renewal.state;
    },
    subscribe: renewal.subscribe,
    ready: async () => void (await renewal.whenValid()),
    signUrl: async (url: UrlInput) => (await sign(absoluteHref(url))) ?? hrefOf(url),
    signUrlNow: (url: UrlInput) => {
      const href = absoluteHref(url);
      return renewal.latest && !isCovered(href) ? hrefOf(url) : (renewal.valid().sign(href) ?? hrefOf(url));
    },
    covers: (url: UrlInput) => isCovered(absoluteHref(url)),
    needsCookies: (url: UrlInput) => needsCookies(absoluteHref(url)),
    fetch: ((input: RequestInfo | URL, init?: RequestInit) =>
      fetchWithGrant({ sign, retry, needsCookies }, input, init)) as PlatformFetch,
    retryUrl: (url: string) => retry(absoluteHref(url)),
    renew: async () => void (await renewal.renew()),
    close,
    // Absent from older browsers.
    ...(dispose && { [dispose]: close }),
  }) as RenewingGrant;
}
