// The edge handlers, and the client of one of them.

import { renewingGrant } from "cloudfront-sign-media/client";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { grantOfRequest, signManifests } from "cloudfront-sign-media/server";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { cut, optionInputs, requestLimit, urlInputs, urlLimit } from "../input.mjs";
import { cannedParameters, host, hostGrant, publicKeys, signedParameters, statement } from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */

const restricting = restrictViewerAccess({
  publicKeys,
  restrict: ["/*"],
  origin: () => new Response("a"),
  explain: true,
});

/**
 * A request with any URL and header, also those that `Request` refuses.
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {any}
 */
const request = (url, headers = {}) => ({
  method: "GET",
  url,
  headers: { get: (/** @type {string} */ name) => headers[name] ?? null },
});

/**
 * A handler whose origin answers with a manifest.
 * @param {string} url
 * @param {string} body
 * @param {Record<string, string>} headers
 */
function manifest(url, body, headers) {
  const handler = signManifests({ grant: hostGrant, origin: () => new Response(body, { headers }) });
  return async () => (await handler(new Request(url))).text();
}

/**
 * The kinds of manifest, by `Content-Type` and path.
 * @type {[name: string, url: string, type: string, around: [string, string]][]}
 */
const formats = [
  ["playlist", `${host}/a.m3u8`, "application/vnd.apple.mpegurl", ["#EXTM3U\n", ""]],
  ["manifest", `${host}/a.mpd`, "application/dash+xml", ["<MPD>", "</MPD>"]],
];

const parameters = signedParameters(statement(`${host}/*`));
const playlist = `#EXTM3U\n${"#EXTINF:6,\nsegment-a.ts\n".repeat(100)}`;

/** @type {Input[]} */
export const edgeInputs = [
  {
    name: "renewingGrant: signUrl of many URLs after a refusal",
    sample: "a",
    limit: urlLimit,
    prepare: async (text) => {
      const refused = renewingGrant({ load: () => Response.json({ code: "signed-out" }, { status: 401 }) });
      await refused.ready().catch(() => {});
      return () => Promise.allSettled(cut(text, 16).map((name) => refused.signUrl(`${host}/${name}`)));
    },
  },
  ...urlInputs("restrictViewerAccess: url", (text) => restricting(request(text))),
  {
    name: "restrictViewerAccess: path of a signed URL",
    sample: "a",
    limit: requestLimit - 700,
    ask: (text) => restricting(request(`${host}/${text}?${cannedParameters}`)),
  },
  {
    name: "restrictViewerAccess: Cookie header",
    sample: "a=b",
    ask: (cookie) => restricting(request(`${host}/a`, { cookie })),
  },
  {
    name: "grantOfRequest: path of a signed URL",
    sample: "a",
    limit: requestLimit - 700,
    ask: (text) => grantOfRequest(request(`${host}/${text}?${parameters}`)),
  },
  {
    name: "grantOfRequest: query",
    sample: "a=b",
    limit: requestLimit - 700,
    ask: (text) => grantOfRequest(request(`${host}/a?${parameters}&${text}`)),
  },
  {
    name: "grantOfRequest: Cookie header",
    sample: "a=b",
    ask: (text) =>
      grantOfRequest(
        request(`${host}/a`, {
          Cookie: `CloudFront-${parameters.replaceAll("&", "; CloudFront-")}; ${text}`,
        }),
      ),
  },
  {
    name: "grantOfRequest: a policy's resource, and a playlist",
    sample: `${host}/*`,
    // What is left of a URL for the text, in base64.
    limit: (requestLimit - 700) / 2,
    ask: async (text) => {
      const grant = await grantOfRequest(request(`${host}/a?${signedParameters(statement(text))}`));
      return signHlsPlaylist(playlist, grant, { playlistUrl: `${host}/a/a.m3u8`, uncovered: "leave" });
    },
  },
  {
    name: "restrictViewerAccess: ipAddress",
    sample: "192.0.2.1",
    prepare: (text) => {
      const handler = restrictViewerAccess({
        publicKeys,
        origin: () => new Response("a"),
        ipAddress: () => text,
      });
      return () => handler(request(`${host}/a?${cannedParameters}`));
    },
  },
  {
    name: "restrictViewerAccess: pathPattern",
    sample: "/a/*",
    ask: (text) => restrictViewerAccess({ publicKeys, restrict: [text], origin: () => new Response("a") }),
  },
  ...formats.map(([name, url, type, [before, after]]) => ({
    name: `signManifests: ${name}`,
    sample: "\n",
    prepare: (/** @type {string} */ text) => manifest(url, before + text + after, { "Content-Type": type }),
  })),
  ...urlInputs("signManifests: url", (text) => manifest(text, "a", {})(), { without: ["whole URL"] }),
  ...optionInputs("signManifests: headers", (headers) => manifest(`${host}/a.m3u8`, "#EXTM3U\n", headers)(), {
    "Content-Type": "text/plain",
    "Cache-Control": "max-age=60",
  }),
  {
    name: "signManifests: manifestUrl",
    sample: `${host}/a.m3u8`,
    prepare: (text) => {
      const handler = signManifests({
        grant: hostGrant,
        origin: () => new Response("#EXTM3U\na.ts\n"),
        manifestUrl: () => text,
        uncovered: "leave",
      });
      return async () => (await handler(new Request(`${host}/a.m3u8`))).text();
    },
  },
];
