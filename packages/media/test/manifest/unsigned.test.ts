import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createDashSigningStream,
  type DashSigningOptions,
  type OpenKind,
  signDashManifest,
  type UnsignedReference,
} from "cloudfront-sign-media/dash";
import { createHlsSigningStream, type HlsSigningOptions, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { signManifests } from "cloudfront-sign-media/server";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** Keys that need the grant, and segments that everybody can load. */

const cdn = "https://cdn.example.com/show";
const grant = await recorder().signer.grant({ resource: `${cdn}/*`, dateLessThan: end });
const playlistUrl = `${cdn}/x/index.m3u8?session=1`;
const manifestUrl = `${cdn}/x/manifest.mpd`;

/** `¤` stands for the grant's parameters. */
const signed = (text: string, isXml = false) =>
  text.replaceAll("¤", isXml ? grant.query.replaceAll("&", "&amp;") : grant.query);
const plain = (text: string) => text.replaceAll(/[?&]¤/g, "");
const onLeft = ({ url }: UnsignedReference) => {
  throw new Error(`heard of ${url}`);
};

async function expectHls(text: string, options: Partial<HlsSigningOptions>): Promise<void> {
  const all = { playlistUrl, onLeft, ...options };
  expect(signHlsPlaylist(plain(text), grant, all)).toBe(signed(text));
  await streaming(async () => {
    const stream = createHlsSigningStream(grant, all) as TransformStream;
    expect((await streamed(stream, plain(text).split(""))).text).toBe(signed(text));
  })();
}

async function expectDash(inner: string, options: Partial<DashSigningOptions>): Promise<void> {
  const all = { manifestUrl, onLeft, ...options };
  const xml = mpd(inner);
  expect(signDashManifest(plain(xml), grant, all)).toBe(signed(xml, true));
  await streaming(async () => {
    const stream = createDashSigningStream(grant, all) as TransformStream;
    expect((await streamed(stream, plain(xml).split(/(?<=>)/))).text).toBe(signed(xml, true));
  })();
}

const media = `#EXTM3U
#EXT-X-KEY:METHOD=AES-128,URI="a.key?¤"
#EXT-X-MAP:URI="init.mp4?¤"
#EXTINF:6,
1.m4s
#EXTINF:6,
../../../elsewhere/2.m4s?a#b
#EXTINF:6,
https://public.example.net/3.m4s
#EXT-X-PART:DURATION=1,URI="4.m4s"
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="5.m4s"
#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init-2.mp4?¤"
#EXT-X-PREFETCH:6.m4s
#EXT-X-RENDITION-REPORT:URI="other.m3u8?¤"
#EXT-X-DATERANGE:ID="a",X-ASSET-URI="ad.m3u8?¤"
`;
const multivariant = `#EXTM3U
#EXT-X-SESSION-KEY:METHOD=AES-128,URI="a.key?¤"
#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8?¤"
#EXT-X-STREAM-INF:BANDWIDTH=1
video.m3u8?¤
#EXT-X-SESSION-DATA:DATA-ID="a",URI="a.json?¤"
`;

describe("segments that stay unsigned in a playlist", () => {
  it("leave its keys, initialization segments and playlists signed, and are wherever they are", async () => {
    await expectHls(media, { unsigned: ["segment"] });
    await expectHls(multivariant, { unsigned: ["segment"] });
  });

  it("stay so beside other kinds", async () => {
    const onlyKeys: OpenKind[] = ["segment", "init", "playlist", "data", "ad"];
    for (const text of [media, multivariant])
      await expectHls(text.replace(/^(?!.*KEY).*$/gm, plain), { unsigned: onlyKeys });
    await expectHls(plain(media), { unsigned: [...onlyKeys, "key"] });
  });

  it("are signed if they hand on the query of the playlist", async () => {
    const define = '#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="session"\n#EXT-X-DEFINE:NAME="a",VALUE="b"\n';
    await expectHls(`${define}{$a}.ts\n1.ts?s={$session}&¤\n`, { unsigned: ["segment"] });
    expect(
      await refusedAs(() =>
        signHlsPlaylist(`${define}https://evil.example/{$session}.ts`, grant, {
          playlistUrl,
          unsigned: ["segment"],
        }),
      ),
    ).toBe("ERR_RESOURCE_MISMATCH playlist");
  });

  it("do not take a steering server along", async () => {
    const steering = '#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI="https://evil.example/s"\n';
    expect(
      await refusedAs(() =>
        signHlsPlaylist(steering, grant, { playlistUrl, unsigned: ["segment", "playlist"] }),
      ),
    ).toBe("ERR_MANIFEST_INVALID playlist");
  });
});

describe("segments that stay unsigned in a manifest", () => {
  const template = (init: string) =>
    `<Period><AdaptationSet><SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="${init}" index="i"/><Representation id="1"/></AdaptationSet></Period>`;

  it("leave its initialization segments signed", async () => {
    await expectDash(template("$RepresentationID$/init.mp4?¤"), { unsigned: ["segment"] });
    await expectDash(
      '<Period><AdaptationSet><Representation><SegmentList><Initialization sourceURL="i.mp4?¤"/><SegmentURL media="1.m4s"/><SegmentURL media="https://public.example.net/2.m4s"/></SegmentList></Representation></AdaptationSet></Period>',
      { unsigned: ["segment"] },
    );
  });

  it("are also those below two base URLs, behind elements with others, and in files", async () => {
    const bases = `<BaseURL>${cdn}/a/</BaseURL><BaseURL>${cdn}/b/</BaseURL>`;
    await expectDash(bases + template("init.mp4?¤"), { unsigned: ["segment"] });
    await expectDash(`<BaseURL>https://public.example.net/</BaseURL>${plain(template("init.mp4"))}`, {
      unsigned: ["segment", "init"],
    });
    await expectDash(
      '<Period><AdaptationSet><SegmentTemplate media="a.m4s"/><Representation><BaseURL>b/</BaseURL></Representation><Representation><BaseURL>c.mp4</BaseURL><SegmentBase><Initialization range="0-1"/></SegmentBase></Representation><Representation><BaseURL>d/</BaseURL><SegmentBase/></Representation></AdaptationSet></Period>',
      { unsigned: ["segment"] },
    );
  });

  it("keep what decides which hosts players ask signed", async () => {
    await expectDash(
      `<Location>m.mpd?¤</Location><ContentSteering>${cdn}/s.json?¤</ContentSteering>${template("i.mp4?¤")}`,
      { unsigned: ["segment"], trusted: ["cdn.example.com"] },
    );
    const evil = mpd("<ContentSteering>https://evil.example/s.json</ContentSteering>");
    expect(await refusedAs(() => signDashManifest(evil, grant, { manifestUrl, unsigned: ["segment"] }))).toBe(
      "ERR_RESOURCE_MISMATCH ContentSteering",
    );
  });

  it("do not tell the hosts of segments the signed URL of an initialization segment", async () => {
    const cmcd = mpd(
      "<ServiceDescription><ClientDataReporting><CMCDParameters/></ClientDataReporting></ServiceDescription>",
    );
    expect(signDashManifest(cmcd, grant, { manifestUrl })).toBe(cmcd);
    expect(await refusedAs(() => signDashManifest(cmcd, grant, { manifestUrl, unsigned: ["segment"] }))).toBe(
      "ERR_MANIFEST_INVALID manifest",
    );
  });
});

it(
  "signManifests takes the option, too",
  streaming(async () => {
    const types = { m3u8: "application/vnd.apple.mpegurl", mpd: "application/dash+xml" };
    const xml = mpd(
      '<Period><AdaptationSet><SegmentTemplate media="$Number$" initialization="i?¤"/><Representation/></AdaptationSet></Period>',
    );
    for (const [format, text] of [
      ["m3u8", media],
      ["mpd", xml],
    ] as const) {
      const handler = signManifests({
        grant,
        unsigned: ["segment"],
        origin: () => new Response(plain(text), { headers: { "Content-Type": types[format] } }),
      });
      const response = (await handler(new Request(`${cdn}/x/index.${format}`))) as Response;
      expect(await response.text()).toBe(signed(text, format === "mpd"));
    }
  }),
);
