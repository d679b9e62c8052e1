// A Cloudflare Worker in front of private videos: it redirects authenticated users to a signed URL that
// expires after ten minutes.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/**
 * @typedef {object} Env
 * @property {string} CLOUDFRONT_DOMAIN a variable, such as d111111abcdef8.cloudfront.net
 * @property {string} CLOUDFRONT_KEY_PAIR_ID a variable: the public key's ID
 * @property {string} CLOUDFRONT_PRIVATE_KEY a secret: the PEM, as it is or on one line with \n
 * @property {string} SESSION_TOKEN a secret: replace it with your own authentication
 */

/**
 * Made on the first request and kept, so that the key is imported only once.
 * @type {import("cloudfront-sign-webcrypto").CloudFrontSigner | undefined}
 */
let signer;

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    if (request.headers.get("Authorization") !== `Bearer ${env.SESSION_TOKEN}`)
      return new Response("Please sign in.\n", { status: 401 });
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/videos/")) return new Response("There is nothing here.\n", { status: 404 });

    signer ??= createCloudFrontSigner({
      keyPairId: env.CLOUDFRONT_KEY_PAIR_ID,
      privateKey: env.CLOUDFRONT_PRIVATE_KEY,
    });
    const url = await signer.signUrl(`https://${env.CLOUDFRONT_DOMAIN}${pathname}`, { expiresIn: "10m" });
    return new Response(null, {
      status: 302,
      headers: { Location: url, "Cache-Control": "private, no-store" },
    });
  },
};
