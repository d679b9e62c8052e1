import type { RenewingGrant } from "../renewing-grant.ts";
import { checkArgument, checkGrant, hasMethod } from "./check-arguments.ts";
import { mayBeDenied } from "./possible-denial.ts";
import { uncoveredWarning } from "./uncovered-warning.ts";

/** The members of a Shaka request that change. */
export interface ShakaRequest {
  /** The URLs of the request: further ones are tried when the first fails. */
  uris: string[];
  /** Whether cookies are sent to another origin. */
  allowCrossSiteCredentials: boolean;
}

/** The members of a `shaka.Player` that are used. */
export interface ShakaPlayer {
  /** Returns the part that makes requests; `null` when the player has been destroyed. */
  getNetworkingEngine(): ShakaNetworkingEngine | null;
  /** Adds a listener for failed requests. */
  addEventListener(type: "downloadfailed", listener: (event: object) => void): void;
}

/** The members of Shaka's networking engine that are used. */
export interface ShakaNetworkingEngine {
  /** Adds a function that changes requests before they are sent; `type` is the number of a request type. */
  registerRequestFilter(filter: (type: number, request: ShakaRequest) => Promise<void>): void;
  /** Adds a function that sees responses to requests that succeeded. */
  registerResponseFilter(filter: (type: number, response: ShakaResponse) => void): void;
}

/** The members of a Shaka response that are read. */
export interface ShakaResponse {
  /** The URL that was requested, before redirects. */
  readonly originalUri: string;
}

interface DownloadFailed {
  readonly request: ShakaRequest;
  readonly httpResponseCode: number;
  readonly error?: { readonly code: number } | null;
  readonly aborted?: boolean;
}

/** Shaka's `HTTP_ERROR`: a request that got no response. A timeout and a grant that is missing have response code 0, too. */
const httpError = 1002;

/**
 * Signs each request of a Shaka player that the grant covers, or sends it with cookies. A request waits until the
 * grant is valid. After a 403, also one that CORS hides, it replaces the grant. Then Shaka tries again, if its setting
 * `retryParameters` allows it. When there is no grant, the request fails with Shaka's `REQUEST_FILTER_ERROR`, whose `data` has the
 * error of the grant. Call it before `player.load()`.
 *
 * @param grant the grant of `renewingGrant`
 * @param player a `shaka.Player`
 * @throws `ERR_OPTION_INVALID` for an argument of the wrong kind.
 * @example
 * ```ts page=shaka
 * import { renewingGrant, signShakaPlayer } from "cloudfront-sign-media/client";
 * import shaka from "shaka-player";
 *
 * const grant = renewingGrant({ load: "/api/course/42" });
 * const player = new shaka.Player();
 * signShakaPlayer(grant, player);
 * ```
 */
export function signShakaPlayer(grant: RenewingGrant, player: ShakaPlayer): void {
  const call = "signShakaPlayer(grant, new shaka.Player())";
  checkGrant(grant, call);
  checkArgument("player", player, hasMethod(player, "getNetworkingEngine"), "a player of Shaka", call);
  const warnIfUncovered = uncoveredWarning(grant);
  const refused = new WeakSet<ShakaRequest>();
  player.addEventListener("downloadfailed", (event) => {
    const { request, httpResponseCode, error, aborted } = event as DownloadFailed;
    if (aborted) return;
    for (const uri of request.uris) warnIfUncovered(uri, httpResponseCode);
    const hasEnded = httpResponseCode !== 0 || error?.code === httpError;
    if (hasEnded && request.uris.some((uri) => mayBeDenied(uri, httpResponseCode))) refused.add(request);
  });
  async function sign(request: ShakaRequest): Promise<void> {
    // Shaka calls the filters before each attempt, with the URIs of the attempt before.
    if (refused.delete(request)) await Promise.all(request.uris.map((uri) => grant.retryUrl(uri)));
    request.uris = await Promise.all(request.uris.map((uri) => grant.signUrl(uri)));
    request.allowCrossSiteCredentials ||= request.uris.some((uri) => grant.needsCookies(uri));
  }
  const engine = player.getNetworkingEngine();
  engine?.registerResponseFilter((_, { originalUri }) => grant.reportSuccess(originalUri));
  engine?.registerRequestFilter((_, request) => {
    const promise = sign(request);
    // With these members it is an AbortableOperation. unload() and destroy() would wait for a mere promise.
    return Object.assign(promise, { promise, abort: () => Promise.resolve() });
  });
}
