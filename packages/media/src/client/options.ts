import type { OnEvent, PlatformAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import {
  describeType,
  events,
  fail,
  memberOf,
  readAbortSignal,
  readOptionProperties,
} from "cloudfront-sign-webcrypto/internals";
import type { LoadGrant } from "./load-grant.ts";

/** Options of {@link renewingGrant}. */
export interface RenewingGrantOptions {
  /**
   * URL of the endpoint with `grantHandler`, which gets a POST with cookies. Or a function that returns the
   * `Response` of your endpoint, or a `GrantAnswer`. Ask for an access token in this function: it runs at each renewal.
   */
  readonly load: UrlInput | LoadGrant;
  /** The longest time of one load in seconds, more than 0. Default 10. */
  readonly timeout?: number | undefined;
  /**
   * The longest time in seconds that a request waits when no grant is valid, for example while the endpoint
   * fails; more than 0. Default 30.
   */
  readonly maxWait?: number | undefined;
  /** Closes the grant when it aborts. */
  readonly signal?: PlatformAbortSignal | undefined;
  /** Is called for each load, and for each 403 of CloudFront: `CloudFrontEvent` of the core. What it throws is ignored. */
  readonly onEvent?: OnEvent | undefined;
}

/** The longest delay that timers take, in milliseconds: 24 days. */
export const longestTimer = 0x7fff_ffff;

/** Both with their defaults, in seconds. */
interface RenewalTimes {
  readonly timeout: number;
  readonly maxWait: number;
}

export function readRenewingGrantOptions(given: RenewingGrantOptions): RenewingGrantOptions & RenewalTimes {
  if (typeof given !== "object" || given === null)
    fail("ERR_OPTION_INVALID", "options", `is ${describeType(given)}; pass { load: "/api/grant" }`);
  const options = readOptionProperties(() => ({ ...given }), "options");
  const { load, timeout = 10, maxWait = 30, signal, onEvent, ...others } = options;
  for (const name in others)
    fail(
      "ERR_OPTION_UNKNOWN",
      name,
      "no such option; the options are load (the endpoint), timeout, maxWait, signal, onEvent",
    );
  // An empty URL is that of the page itself.
  if (
    load === "" ||
    (typeof load !== "string" && typeof load !== "function" && typeof memberOf(load, "href") !== "string")
  )
    fail(
      load === undefined ? "ERR_OPTION_MISSING" : "ERR_OPTION_INVALID",
      "load",
      `is ${describeType(load)}; pass the URL of the endpoint that answers with a grant, or a function`,
    );
  readAbortSignal(signal);
  return {
    load,
    timeout: readSeconds("timeout", timeout),
    maxWait: readSeconds("maxWait", maxWait),
    signal,
    onEvent: events.readOnEvent(onEvent),
  };
}

function readSeconds(option: string, value: number): number {
  if (typeof value === "number" && value > 0) return Math.min(value, longestTimer / 1000);
  return fail(
    "ERR_OPTION_INVALID",
    option,
    `is ${typeof value === "number" ? value : describeType(value)}; pass seconds, more than 0`,
  );
}
