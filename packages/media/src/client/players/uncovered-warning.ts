import type { RenewingGrant } from "../renewing-grant.ts";
import { absoluteHref } from "../signed-request.ts";

/**
 * Returns what is called with the end of a player's requests. The console shows the first failed one that the
 * grant does not cover: nothing else says that the resource is wrong. Public files do not fail.
 */
export function uncoveredWarning(grant: RenewingGrant): (url: string, status: number) => void {
  let isShown = false;
  return (url, status) => {
    // Where CORS hides the 403 of CloudFront from the page, the status is 0.
    if (isShown || (status !== 403 && status !== 0) || grant.state.status !== "valid" || grant.covers(url))
      return;
    const [origin] = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(absoluteHref(url)) ?? [];
    if (origin === undefined) return;
    isShown = true;
    console.warn(
      `A request of ${origin} failed. It went out unsigned because the grant does not cover its URL;` +
        " check the resource that authorize returns to grantHandler.",
    );
  };
}
