import { grantHandler } from "cloudfront-sign-media/server";

/**
 * POST /api/grant?film=…&delivery=…: the grant of a film, as a query or as cookies.
 * @param {object} options
 * @param {ReturnType<typeof import("cloudfront-sign-webcrypto").createCloudFrontSigner>} options.signer
 * @param {string} options.cdn its origin
 * @param {number} options.grantSeconds
 * @param {(request: Request) => import("./sessions.mjs").User | undefined} options.userOf
 * @returns {import("./listen.mjs").Handler}
 */
export function grantEndpoint({ signer, cdn, grantSeconds, userOf }) {
  const origin = cdn.replace(/\/+$/, "");
  if (origin !== cdn) throw new Error(`cdn: has a slash at its end; write ${origin}`);
  /** @param {Request} request @returns {import("cloudfront-sign-media/server").GrantDecision} */
  const authorize = (request) => {
    const user = userOf(request);
    if (!user) return { refused: "signed-out" };
    const film = new URL(request.url).searchParams.get("film");
    const own = user.films.find((one) => one === film);
    if (!own) return { refused: "forbidden", message: "This film is not part of your subscription." };
    return { resource: `${cdn}/${own}/*`, expiresIn: grantSeconds };
  };
  const byQuery = grantHandler({ signer, authorize });
  const byCookies = grantHandler({
    signer,
    authorize,
    // Cookies ignore ports: on localhost the CDN gets the cookies of the app. In production, add the domain
    // that both have in common.
    cookies: { path: "/film/", maxAge: grantSeconds },
  });
  return (request) =>
    new URL(request.url).searchParams.get("delivery") === "cookies" ? byCookies(request) : byQuery(request);
}
