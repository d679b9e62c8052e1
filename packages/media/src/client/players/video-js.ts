import type { RenewingGrant } from "../renewing-grant.ts";
import { checkArgument, checkGrant, hasMethod } from "./check-arguments.ts";
import { mayBeDenied } from "./possible-denial.ts";
import { uncoveredWarning } from "./uncovered-warning.ts";

/** The members of a video.js player that are used. */
export interface VideoJsPlayer {
  /** Adds a listener. */
  on(event: string, listener: () => void): void;
  /** Returns the part that plays, with the `vhs` of HTTP streaming. */
  tech(safety: true): object | null | undefined;
}

/** The `xhr` of video.js's HTTP streaming, which has no types. */
interface HttpStreaming {
  readonly vhs?: { readonly xhr: { onRequest(hook: (request: HookedRequest) => HookedRequest): void } };
}

interface HookedRequest {
  readonly uri: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the request is open and about to be sent. */
  beforeSend?: (xhr: XMLHttpRequest) => void;
}

/**
 * Signs each request of a video.js player that the grant covers, or sends it with cookies: playlists, manifests,
 * segments, keys and subtitles that video.js loads itself. A request waits until the grant is valid, and is
 * tried once more after a 403, also one that CORS hides. When there is no grant, video.js gets a network error. Call it before
 * `player.src()`.
 *
 * @param grant the grant of `renewingGrant`
 * @param player a player of video.js
 * @throws `ERR_OPTION_INVALID` for an argument of the wrong kind.
 * @example
 * ```ts page=videojs
 * import { renewingGrant, signVideoJsPlayer } from "cloudfront-sign-media/client";
 * import videojs from "video.js";
 *
 * const grant = renewingGrant({ load: "/api/course/42" });
 * const player = videojs(document.querySelector("video")!);
 * signVideoJsPlayer(grant, player);
 * ```
 */
export function signVideoJsPlayer(grant: RenewingGrant, player: VideoJsPlayer): void {
  const call = "signVideoJsPlayer(grant, videojs(video))";
  checkGrant(grant, call);
  checkArgument("player", player, hasMethod(player, "tech"), "a player of video.js", call);
  const warnIfUncovered = uncoveredWarning(grant);
  const hook = (request: HookedRequest): HookedRequest => {
    const { beforeSend } = request;
    request.beforeSend = (xhr) => {
      beforeSend?.(xhr);
      signWhenSent(grant, request, xhr, warnIfUncovered);
    };
    return request;
  };
  const addHook = (): void => (player.tech(true) as HttpStreaming | null)?.vhs?.xhr.onRequest(hook);
  // Each source gets an xhr of its own.
  player.on("xhr-hooks-ready", addHook);
  addHook();
}

/**
 * Lets `send()` wait for the grant. video.js hooks are synchronous, and it adds listeners to the request as soon
 * as it is sent, so this same request is opened once more when its URL is known.
 */
function signWhenSent(
  grant: RenewingGrant,
  request: HookedRequest,
  xhr: XMLHttpRequest,
  warnIfUncovered: (url: string, status: number) => void,
): void {
  const { abort, onload, onerror, send } = xhr;
  let isAborted = false;
  xhr.abort = () => {
    isAborted = true;
    abort.call(xhr);
  };
  // video.js reads the response twice: here, and in onload.
  xhr.onreadystatechange = null;

  xhr.send = async (body) => {
    const sendTo = (url: string): void => {
      xhr.open(request.method ?? "GET", url, true);
      for (const [name, value] of Object.entries(request.headers ?? {})) xhr.setRequestHeader(name, value);
      if (grant.needsCookies(url)) xhr.withCredentials = true;
      send.call(xhr, body);
    };
    const finish = (event: ProgressEvent, url: string, listener: typeof onload): void => {
      if (xhr.status >= 200 && xhr.status < 300) grant.reportSuccess(url);
      listener?.call(xhr, event);
    };
    try {
      const url = await grant.signUrl(request.uri);
      const retryOnce = (listener: typeof onload) => async (event: ProgressEvent) => {
        warnIfUncovered(url, xhr.status);
        const newer = mayBeDenied(url, xhr.status) ? await grant.retryUrl(url) : undefined;
        if (isAborted) return;
        if (newer === undefined) return finish(event, url, listener);
        xhr.onload = (next) => finish(next, newer, onload);
        xhr.onerror = onerror;
        sendTo(newer);
      };
      xhr.onload = retryOnce(onload);
      xhr.onerror = retryOnce(onerror);
      if (!isAborted) sendTo(url);
    } catch (error) {
      if (!isAborted) onerror?.call(xhr, error as ProgressEvent);
    }
  };
}
