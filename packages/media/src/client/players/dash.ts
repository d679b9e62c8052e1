import type { RenewingGrant } from "../renewing-grant.ts";
import { checkArgument, checkGrant, hasMethod } from "./check-arguments.ts";
import { uncoveredWarning } from "./uncovered-warning.ts";

/** The members of a dash.js request that change. */
export interface DashRequest {
  /** The URL, before or after signing. */
  url: string;
  /** `"include"` sends cookies to another origin. */
  credentials?: string;
}

/** The members of a dash.js response that are read. */
export interface DashResponse {
  /** The request that it answers. */
  readonly request: DashRequest;
  /** The HTTP status. */
  readonly status?: number;
}

/** The members of a dash.js `MediaPlayer` that are used. */
export interface DashPlayer {
  /** Adds a function that changes requests before they are sent. */
  addRequestInterceptor(
    interceptor: <Request extends DashRequest>(request: Request) => Promise<Request>,
  ): void;
  /** Adds a function that sees responses. */
  addResponseInterceptor(
    interceptor: <Response extends DashResponse>(response: Response) => Promise<Response>,
  ): void;
}

/**
 * A data URL without a comma: a network error that needs no network. dash.js waits for ever when an interceptor
 * throws.
 */
const failingUrl = "data:";

/**
 * Signs each request of a dash.js player that the grant covers, or sends it with cookies. A request waits until
 * the grant is valid. After a 403 it replaces the grant. Then dash.js tries again, if its setting `retryAttempts`
 * allows it. When there is no grant, requests fail as network errors. Call it before `player.initialize()`.
 *
 * @param grant the grant of `renewingGrant`
 * @param player a player of dash.js 5
 * @throws `ERR_OPTION_INVALID` for an argument of the wrong kind.
 * @example
 * ```ts page=dash
 * import { renewingGrant, signDashPlayer } from "cloudfront-sign-media/client";
 * import { MediaPlayer } from "dashjs";
 *
 * const grant = renewingGrant({ load: "/api/course/42" });
 * const player = MediaPlayer().create();
 * signDashPlayer(grant, player);
 * ```
 */
export function signDashPlayer(grant: RenewingGrant, player: DashPlayer): void {
  const call = "signDashPlayer(grant, MediaPlayer().create())";
  checkGrant(grant, call);
  checkArgument("player", player, hasMethod(player, "addRequestInterceptor"), "a player of dash.js 5", call);
  const warnIfUncovered = uncoveredWarning(grant);
  async function sign(request: DashRequest): Promise<void> {
    try {
      request.url = await grant.signUrl(request.url);
      if (grant.needsCookies(request.url)) request.credentials = "include";
    } catch {
      request.url = failingUrl;
    }
  }
  player.addRequestInterceptor(async (request) => {
    await sign(request);
    return request;
  });
  player.addResponseInterceptor(async (response) => {
    const { request, status } = response;
    if (status === 403) {
      warnIfUncovered(request.url, status);
      await grant.retryUrl(request.url);
    } else if (status !== undefined && status >= 200 && status < 300) grant.reportSuccess(request.url);
    return response;
  });
}
