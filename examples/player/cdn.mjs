import { join } from "node:path";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { fileResponse } from "./file-response.mjs";

const media = join(import.meta.dirname, "../media");

/**
 * The part that CloudFront has in production: every file needs a signed URL or signed cookies.
 * @param {{ publicKeys: Record<string, string>, pageOrigin: string }} options
 * @returns {import("./listen.mjs").Handler}
 */
export function createCdn({ publicKeys, pageOrigin }) {
  const restricted = restrictViewerAccess({ publicKeys, origin: fileOf, explain: true });
  return async (request) => {
    const response = await restricted(request);
    // In CloudFront a response headers policy adds these; whether also to its own 403, which this page shows, is not tested.
    // With credentials "*" is not enough.
    response.headers.set("Access-Control-Allow-Origin", pageOrigin);
    response.headers.set("Access-Control-Allow-Credentials", "true");
    response.headers.set("Access-Control-Expose-Headers", "X-CloudFront-Sign-Reason");
    // So that the page shows a request for every segment, also when the film starts again.
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

/** @param {Request} request */
function fileOf({ url }) {
  const [, path] = /^\/((?:[\w-]+\/)*[\w-]+\.\w+)$/.exec(new URL(url).pathname) ?? [];
  return path ? fileResponse(join(media, path)) : new Response("There is nothing here.\n", { status: 404 });
}
