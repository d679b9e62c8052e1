import { isAllowedInFolder } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantOfRequest, signManifests } from "cloudfront-sign-media/server";
import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { types as hlsTypes, parse as parseHls } from "hls-parser";
import { parse as parseMpd } from "mpd-parser";
import { describe, expect, it } from "vitest";

/**
 * A viewer plays what a Worker in front of the distribution has signed. The app has the private key, the Worker has the
 * public one or none, and an edge that knows nothing of this package decides about each request.
 */

const cdn = "https://cdn.example.com";
const folder = `${cdn}/course/42`;

/** The files behind the distribution, by their paths. */
const files: Readonly<Record<string, string>> = {
  "/course/42/index.m3u8": `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"
video/index.m3u8?rate=1
`,
  "/course/42/audio/index.m3u8": `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXTINF:6,
1.aac
#EXT-X-ENDLIST
`,
  "/course/42/video/index.m3u8": `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXT-X-KEY:METHOD=AES-128,URI="/course/42/keys/1"
#EXT-X-MAP:URI="init.mp4"
#EXTINF:6,
segment 1.m4s
#EXTINF:6,
https://cdn.example.com/course/42/video/2.m4s?part=2
#EXT-X-ENDLIST
`,
  "/course/42/index.mpd": `<MPD type="static" mediaPresentationDuration="PT8S"><Period><AdaptationSet mimeType="video/mp4">
<SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="$RepresentationID$/init.mp4" duration="4" startNumber="1"/>
<Representation id="video" bandwidth="1000000" codecs="avc1.42c01e"/>
</AdaptationSet></Period></MPD>`,
};

/** What CloudFront decides by a URL alone. */
const isAllowed = (url: string): Promise<boolean> =>
  isAllowedInFolder({ url, headers: new Headers() }, { keyPairId, publicKey: "rsa2048.pub.spki.pem" });

/** The app, which has the private key. */
const signer = createCloudFrontSigner({
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  maxLifetime: "1h",
});
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });

/** The Worker. What it asks the origin has nothing of the viewer. */
const askedOfOrigin: Request[] = [];
const signing = (options: object) =>
  signManifests({
    grant: (request) => grantOfRequest(request, options),
    origin: ({ url }) => {
      const asked = new Request(`https://origin.example.com${new URL(url).pathname}`);
      askedOfOrigin.push(asked);
      const text = files[new URL(asked.url).pathname];
      const type = asked.url.endsWith(".mpd") ? "application/dash+xml" : "application/vnd.apple.mpegurl";
      return new Response(text ?? "Not found", {
        status: text === undefined ? 404 : 200,
        headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" },
      });
    },
  });

function worker(options: object): (request: Request) => Promise<Response> {
  const handler = signing(options);
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!isCloudFrontSignError(error) || error.code !== "ERR_REQUEST_DENIED") throw error;
      return new Response("Forbidden", { status: 403, headers: { "Cache-Control": "private, no-store" } });
    }
  };
}

/** What a viewer gets for each URL of a film: the status, and the text of manifests. */
function viewerOf(handler: (request: Request) => Promise<Response>, cookie?: string) {
  const seen: string[] = [];
  const headers = cookie === undefined ? {} : { Cookie: cookie };
  const get = async (url: string): Promise<string> => {
    const request = new Request(url, { headers });
    const { pathname } = new URL(url);
    if (!/\.(m3u8|mpd)$/.test(pathname)) {
      // Without the cookies: the URL alone has to be enough.
      seen.push(`${pathname} ${(await isAllowed(url)) ? 200 : 403}`);
      return "";
    }
    const response = await handler(request);
    seen.push(`${pathname} ${response.status}`);
    expect(response.headers.get("Cache-Control")).toMatch(/^private, /);
    return response.text();
  };
  return { seen, get };
}

/** Plays HLS as a parser of others reads it. */
async function playHls(get: (url: string) => Promise<string>, url: string): Promise<void> {
  const list = parseHls(await get(url));
  const at = (uri: string) => new URL(uri, url).href;
  if (list instanceof hlsTypes.MasterPlaylist) {
    for (const { uri, audio } of list.variants)
      for (const one of [uri, ...audio.map((rendition) => rendition.uri ?? "")]) await playHls(get, at(one));
    return;
  }
  const { segments } = list as hlsTypes.MediaPlaylist;
  const [first] = segments;
  for (const uri of [first?.key?.uri, first?.map?.uri, ...segments.map((segment) => segment.uri)])
    if (uri) await get(at(uri));
}

/** What mpd-parser finds, as far as it is read here. */
interface Parsed {
  readonly playlists?: readonly {
    readonly segments?: readonly {
      readonly resolvedUri: string;
      readonly map?: { readonly resolvedUri: string };
    }[];
  }[];
}

async function playDash(get: (url: string) => Promise<string>, url: string): Promise<void> {
  const { playlists = [] } = parseMpd(await get(url), { manifestUri: url, NOW: Date.now() }) as Parsed;
  for (const { segments = [] } of playlists)
    for (const { resolvedUri, map } of segments)
      for (const one of [map?.resolvedUri, resolvedUri]) if (one) await get(one);
}

const film = [
  "/course/42/index.m3u8 200",
  "/course/42/video/index.m3u8 200",
  "/course/42/keys/1 200",
  "/course/42/video/init.mp4 200",
  "/course/42/video/segment%201.m4s 200",
  "/course/42/video/2.m4s 200",
  "/course/42/audio/index.m3u8 200",
  "/course/42/audio/1.aac 200",
];

describe.each([
  ["no key", {}],
  ["the public key", { verifier }],
])("a Worker with %s", (_, options) => {
  const handler = worker(options);

  it("signs a film for a viewer with a signed URL", async () => {
    const { query } = await signer.grant({ resource: `${folder}/*`, expiresIn: "10m" });
    const hls = viewerOf(handler);
    await playHls(hls.get, `${folder}/index.m3u8?${query}`);
    expect(hls.seen).toEqual(film);
    const dash = viewerOf(handler);
    await playDash(dash.get, `${folder}/index.mpd?${query}`);
    expect([...new Set(dash.seen)]).toEqual([
      "/course/42/index.mpd 200",
      "/course/42/video/init.mp4 200",
      "/course/42/video/1.m4s 200",
      "/course/42/video/2.m4s 200",
    ]);
  });

  it("signs it for a viewer with signed cookies, whose player sends none with the segments", async () => {
    const { cookies } = await signer.grant({ resource: `${folder}/*`, expiresIn: "10m" });
    const { seen, get } = viewerOf(handler, `session=1; ${cookies.toCookieHeader()}`);
    await playHls(get, `${folder}/index.m3u8`);
    expect(seen).toEqual(film);
  });

  it("answers 403 to a viewer without a signature, and with one for a single URL", async () => {
    const single = await signer.signUrl(`${folder}/index.m3u8`, { expiresIn: "10m" });
    for (const url of [`${folder}/index.m3u8`, single]) {
      const { seen, get } = viewerOf(handler);
      expect(await get(url)).toBe("Forbidden");
      expect(seen).toEqual(["/course/42/index.m3u8 403"]);
    }
  });

  it("opens no other folder to a viewer of this one", async () => {
    const { query } = await signer.grant({ resource: `${cdn}/course/41/*`, expiresIn: "10m" });
    const { seen, get } = viewerOf(handler);
    if ("verifier" in options) {
      expect(await get(`${folder}/index.m3u8?${query}`)).toBe("Forbidden");
      expect(seen).toEqual(["/course/42/index.m3u8 403"]);
    } else
      await expect(get(`${folder}/index.m3u8?${query}`)).rejects.toMatchObject({
        code: "ERR_RESOURCE_MISMATCH",
      });
  });

  it("makes nothing of a signature that somebody made up", async () => {
    const { query } = await signer.grant({ resource: `${folder}/*`, expiresIn: "10m" });
    const forged = query.replace(/Signature=..../, "Signature=AAAA");
    const { seen, get } = viewerOf(handler);
    if ("verifier" in options) {
      expect(await get(`${folder}/index.m3u8?${forged}`)).toBe("Forbidden");
      expect(seen).toEqual(["/course/42/index.m3u8 403"]);
      return;
    }
    await playHls(get, `${folder}/index.m3u8?${forged}`);
    expect(seen.filter((line) => !line.includes("index.m3u8")).map((line) => line.slice(-3))).toEqual(
      Array.from({ length: 5 }, () => "403"),
    );
  });
});

it("the origin gets nothing of the viewers", () => {
  expect(askedOfOrigin.length).toBeGreaterThan(10);
  for (const { url, headers } of askedOfOrigin) {
    expect(url).not.toMatch(/Policy|Signature/);
    expect(headers.get("Cookie")).toBe(null);
  }
});
