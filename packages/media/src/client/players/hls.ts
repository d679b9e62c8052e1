import type { RenewingGrant } from "../renewing-grant.ts";
import { checkArgument, checkGrant, hasMethod } from "./check-arguments.ts";
import { mayBeDenied } from "./possible-denial.ts";
import { uncoveredWarning } from "./uncovered-warning.ts";

/** Any loader class of hls.js: `Hls.DefaultConfig.loader`, `FetchLoader`, or your own that extends one of them. */
export type HlsLoaderClass = new (config: never) => object;

interface Config {
  readonly xhrSetup?: (xhr: XMLHttpRequest, url: string, context: Context) => unknown;
  readonly fetchSetup?: (context: Context, init: RequestInit) => Request | Promise<Request>;
}

interface Context {
  readonly url: string;
}

interface Callbacks {
  onSuccess(...rest: readonly unknown[]): void;
  onError(error: { readonly code: number }, ...rest: readonly unknown[]): void;
}

interface Loader {
  /** `null` after `destroy()`. */
  readonly stats: { readonly loading: { start: number } };
  load(context: Context, config: unknown, callbacks: Callbacks): void;
  abort(): void;
  destroy(): void;
}

/**
 * Makes a loader for hls.js that signs each request that the grant covers, or sends it with cookies. A request waits
 * until the grant is valid, and is tried once more after a 403, also one that CORS hides. When there is no grant, hls.js
 * gets a network error with code 0 and the message of the grant's error. The hooks `xhrSetup` and `fetchSetup` still run, with
 * the signed URL.
 *
 * @param grant the grant of `renewingGrant`
 * @param loader the loader class to extend
 * @returns the class, for the option `loader` of hls.js
 * @throws `ERR_OPTION_INVALID` for an argument of the wrong kind.
 * @example
 * ```ts page=hls
 * import { hlsLoader, renewingGrant } from "cloudfront-sign-media/client";
 * import Hls from "hls.js";
 *
 * const grant = renewingGrant({ load: "/api/course/42" });
 * const hls = new Hls({ loader: hlsLoader(grant, Hls.DefaultConfig.loader) });
 * ```
 */
export function hlsLoader<LoaderClass extends HlsLoaderClass>(
  grant: RenewingGrant,
  loader: LoaderClass,
): LoaderClass {
  const call = "hlsLoader(grant, Hls.DefaultConfig.loader)";
  checkGrant(grant, call);
  const isLoader = typeof loader === "function" && hasMethod(loader.prototype, "load");
  checkArgument("loader", loader, isLoader, "a loader class of hls.js", call);
  const Base = loader as unknown as new (config: Config) => Loader;

  const warnIfUncovered = uncoveredWarning(grant);

  class SigningLoader extends Base {
    readonly #sent: { url: string };
    #isOver = false;

    constructor(config: Config) {
      const sent = { url: "" };
      super({ ...config, ...signingHooks(grant, config, sent) });
      this.#sent = sent;
    }

    override load(context: Context, config: unknown, callbacks: Callbacks): void {
      const onSuccess: Callbacks["onSuccess"] = (...rest) => {
        grant.reportSuccess(this.#sent.url);
        callbacks.onSuccess(...rest);
      };
      const retryOnce: Callbacks["onError"] = async (error, ...rest) => {
        const { url } = this.#sent;
        warnIfUncovered(url || context.url, error.code);
        const newer = url && mayBeDenied(url, error.code) ? await grant.retryUrl(url) : undefined;
        if (this.#isOver) return;
        if (newer === undefined) return callbacks.onError(error, ...rest);
        // Loaders of hls.js refuse to load again once they have started.
        this.stats.loading.start = 0;
        super.load(context, config, { ...callbacks, onSuccess });
      };
      super.load(context, config, { ...callbacks, onSuccess, onError: retryOnce });
    }

    override abort(): void {
      this.#isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.#isOver = true;
      super.destroy();
    }
  }
  return SigningLoader as unknown as LoaderClass;
}

/** The hooks that hls.js calls before each attempt of a request. */
function signingHooks(grant: RenewingGrant, given: Config, sent: { url: string }): Required<Config> {
  let failed: { readonly xhr: XMLHttpRequest; readonly error: unknown } | undefined;
  const sign = async (url: string): Promise<string> => {
    sent.url = await grant.signUrl(url);
    return sent.url;
  };
  return {
    async xhrSetup(xhr, url, context) {
      // hls.js calls a hook that threw once more for the same request. That must not wait again.
      if (failed?.xhr === xhr) throw failed.error;
      try {
        xhr.open("GET", await sign(url), true);
      } catch (error) {
        failed = { xhr, error };
        throw error;
      }
      if (grant.needsCookies(url)) xhr.withCredentials = true;
      await given.xhrSetup?.(xhr, sent.url, context);
    },
    async fetchSetup(context, init) {
      const url = await sign(context.url);
      const sentInit = grant.needsCookies(url) ? { ...init, credentials: "include" as const } : init;
      return given.fetchSetup ? given.fetchSetup({ ...context, url }, sentInit) : new Request(url, sentInit);
    },
  };
}
