import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { signManifests } from "cloudfront-sign-media/server";

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const playlist = () =>
  new Response("#EXTM3U", { headers: { "Content-Type": "application/vnd.apple.mpegurl" } });

function refusedSigning(
  given: string,
  options: object,
  message: string,
  code: Fault["code"] = "ERR_OPTION_INVALID",
  request: unknown = new Request(`${host}/v/index.m3u8`),
): Fault {
  const run = () => signManifests({ grant, origin: playlist, ...options })(request as Request);
  return { given: `signManifests: ${given}`, run, code, message };
}

/** Faults of the options of `signManifests`, and of what its functions return. */
export const signManifestsFaults: readonly Fault[] = [
  refusedSigning(
    "origin: undefined",
    { origin: undefined },
    "origin: received undefined; pass a function that answers a Request with a Response, such as fetch",
  ),
  refusedSigning(
    'manifestUrl: "https://…/index.m3u8"',
    { manifestUrl: `${host}/v/index.m3u8` },
    'manifestUrl: received a string; pass a function that returns a URL: (request) => "https://…"',
  ),
  refusedSigning(
    'an origin that returns "#EXTM3U"',
    { origin: () => "#EXTM3U" },
    "origin: answered with a string; return a Response",
  ),
  refusedSigning(
    "an origin whose headers.get throws",
    {
      origin: () => ({
        status: 200,
        headers: {
          get: () => {
            throw new Error("broken");
          },
        },
      }),
    },
    "origin: answered with headers that cannot be read; return a Response of the Fetch API",
  ),
  refusedSigning(
    "an origin that answers with a part, also when it is asked for the whole",
    {
      origin: () =>
        new Response("#EXT", { status: 206, headers: { "Content-Type": "application/x-mpegurl" } }),
    },
    "origin: returned a part (206) of a manifest for a request without Range; return the whole manifest",
    "ERR_MANIFEST_INVALID",
  ),
  refusedSigning(
    "an answer of text/html for index.m3u8",
    { origin: () => new Response("<p>", { headers: { "Content-Type": "text/html" } }) },
    'origin: answered with the type text/html for the path of a manifest, so it would not be signed; check whether it is an error page. For a manifest, let it send application/vnd.apple.mpegurl or application/dash+xml, or pass uncovered: "leave" to pass it on',
    "ERR_MANIFEST_INVALID",
  ),
  refusedSigning(
    'trusted: ["*"]',
    { trusted: ["*"] },
    'trusted: entry 1 is not a host, or *. and a domain; write it without scheme and path, such as "ads.example.com"',
  ),
  refusedSigning(
    "grant: () => undefined",
    { grant: () => undefined },
    "grant: the function returned undefined; return a grant: () => signer.grant(…)",
  ),
  refusedSigning(
    "grant: {}",
    { grant: {} },
    "grant: expected a grant; received an object: make one with await signer.grant(…)",
  ),
  refusedSigning(
    "a grant that has expired",
    { now: () => new Date(end * 1000) },
    "grant: expired at 2030-03-17T17:46:40.000Z; pass a function that makes a new grant in time",
    "ERR_DATE_PAST",
  ),
  refusedSigning(
    'a request of Node.js, { url: "/index.m3u8", method: "GET" }',
    {},
    "request: received an object; pass a Request of the Fetch API (in Node.js, convert the IncomingMessage)",
    "ERR_OPTION_INVALID",
    { url: "/index.m3u8", method: "GET" },
  ),
];
