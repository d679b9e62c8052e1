import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import type { CollectionAfterLogoutHook, PayloadHandler } from "payload";
import { cdnOrigin, courseCookies } from "./settings.ts";
import { signer } from "./signer.ts";

/**
 * Opens the course for this browser. Payload checks nothing before an endpoint of yours: authenticate first. An
 * error is Payload's: it logs it, and answers 500 without details unless `debug` is on.
 */
export const setCourseCookies: PayloadHandler = async (req) => {
  if (!req.user) return Response.json({ error: "Please sign in." }, { status: 401 });
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}${courseCookies.path}*`,
    expiresIn: "4h",
  });
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  appendSetCookie(headers, cookies.toSetCookie(courseCookies));
  return new Response(null, { status: 204, headers });
};

/** Closes it at sign-out. It is for the collection with `auth`: `hooks: { afterLogout: [clearCourseCookies] }`. */
export const clearCourseCookies: CollectionAfterLogoutHook = ({ req }) => {
  req.responseHeaders ??= new Headers();
  appendSetCookie(req.responseHeaders, clearCloudFrontSignedCookies(courseCookies));
};

/** One Set-Cookie header for each cookie. */
function appendSetCookie(headers: Headers, lines: readonly string[]): void {
  for (const line of lines) headers.append("Set-Cookie", line);
}
