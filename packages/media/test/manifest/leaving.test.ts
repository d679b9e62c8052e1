import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createDashSigningStream,
  type DashSigningOptions,
  signDashManifest,
  type UnsignedReference,
} from "cloudfront-sign-media/dash";
import { createHlsSigningStream, type HlsSigningOptions, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** Who decides what stays unsigned, and who hears of it. */

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const { query } = grant;
const escaped = query.replaceAll("&", "&amp;");
const playlistUrl = `${host}/v/index.m3u8?session=1`;
const manifestUrl = `${host}/v/x/manifest.mpd`;
const ad = "https://ads.example.com/a";
const evil = "https://evil.example/a";
const hls = (options: Partial<HlsSigningOptions>, ...lines: string[]) =>
  signHlsPlaylist(["#EXTM3U", ...lines, ""].join("\n"), grant, { playlistUrl, ...options });
const dash = (options: Partial<DashSigningOptions>, inner: string) =>
  signDashManifest(mpd(inner), grant, { manifestUrl, ...options });
const short = ({ kind, url, line, place, code }: UnsignedReference) =>
  `${kind} ${url} ${line} ${place} ${code}`;

const lines = [
  `#EXT-X-KEY:METHOD=AES-128,URI="${evil}.key"`,
  `#EXT-X-MAP:URI="${evil}.mp4"`,
  "#EXTINF:6,",
  "a.ts",
  `#EXT-X-DATERANGE:ID="a",X-ASSET-URI="${ad}",X-URI="b.json"`,
  `#EXT-X-BEACON:URL="https://track.example.net/1"`,
  `#EXT-X-SESSION-DATA:DATA-ID="a",URI="${evil}.json"`,
  "#EXT-X-STREAM-INF:BANDWIDTH=1",
  "../variant.m3u8",
  "#EXTINF:6,",
  evil,
  `#EXT-X-MAP:BYTERANGE`,
];
const found = [
  `key ${evil}.key 2 EXT-X-KEY@URI ERR_RESOURCE_MISMATCH`,
  `init ${evil}.mp4 3 EXT-X-MAP@URI ERR_RESOURCE_MISMATCH`,
  `ad ${ad} 6 EXT-X-DATERANGE@X-ASSET-URI ERR_RESOURCE_MISMATCH`,
  "other https://track.example.net/1 7 EXT-X-BEACON@URL ERR_MANIFEST_INVALID",
  `data ${evil}.json 8 EXT-X-SESSION-DATA@URI ERR_RESOURCE_MISMATCH`,
  "playlist ../variant.m3u8 10 URI ERR_RESOURCE_MISMATCH",
  `segment ${evil} 12 URI ERR_RESOURCE_MISMATCH`,
  "other #EXT-X-MAP:BYTERANGE 13 line ERR_MANIFEST_INVALID",
];
const elements = `<BaseURL>${host}/v/</BaseURL>
<Period><AdaptationSet><SegmentTemplate media="${evil}" initialization="${evil}.mp4" index="i"/>
<x:y xmlns:x="z" at="${ad}"/>
</AdaptationSet></Period>`;
const foundInElements = [
  `segment ${evil} 2 SegmentTemplate@media ERR_RESOURCE_MISMATCH`,
  `init ${evil}.mp4 2 SegmentTemplate@initialization ERR_RESOURCE_MISMATCH`,
  `other ${ad} 3 y@at ERR_RESOURCE_MISMATCH`,
];

describe("onLeft", () => {
  it("hears of everything that stays unsigned, and nothing else changes", () => {
    const left: UnsignedReference[] = [];
    const options = { uncovered: "leave", onLeft: (one: UnsignedReference) => left.push(one) } as const;
    expect(hls(options, ...lines)).toBe(hls({ uncovered: "leave" }, ...lines));
    expect(left.splice(0).map(short)).toEqual(found);
    expect(dash(options, elements)).toBe(dash({ uncovered: "leave" }, elements));
    expect(left.map(short)).toEqual(foundInElements);
    expect(left[0]?.reason).toMatch(/^points to evil\.example, but the grant is for /);
  });

  it(
    "hears the same of a stream",
    streaming(async () => {
      const left: UnsignedReference[] = [];
      const options = { uncovered: "leave", onLeft: (one: UnsignedReference) => left.push(one) } as const;
      const text = ["#EXTM3U", ...lines, ""].join("\n");
      await streamed(createHlsSigningStream(grant, { playlistUrl, ...options }) as TransformStream, [text]);
      expect(left.splice(0).map(short)).toEqual(found);
      const stream = createDashSigningStream(grant, { manifestUrl, ...options }) as TransformStream;
      await streamed(stream, mpd(elements).split(/(?<=>)/));
      expect(left.map(short)).toEqual(foundInElements);
    }),
  );

  it("hears once of a manifest that is read twice", () => {
    const left: string[] = [];
    const onLeft = (one: UnsignedReference) => void left.push(short(one));
    const xml = `<Period><AdaptationSet><SegmentTemplate media="${evil}"/><BaseURL>a/</BaseURL><Representation><SegmentTemplate media="b"/><BaseURL>c/</BaseURL></Representation></AdaptationSet></Period>`;
    expect(dash({ uncovered: "leave", onLeft }, xml)).toBe(mpd(xml.replace('"b"', `"b?${escaped}"`)));
    expect(left).toEqual([`segment ${evil} 1 SegmentTemplate@media ERR_RESOURCE_MISMATCH`]);
  });
});

describe("uncovered as a function", () => {
  it("decides for each", async () => {
    const uncovered = ({ kind }: UnsignedReference) => (kind === "ad" ? "leave" : "throw");
    const interstitial = `#EXT-X-DATERANGE:ID="a",X-ASSET-URI="${ad}",X-ASSET-LIST="b.json"`;
    // What is covered beside it is signed.
    expect(hls({ uncovered }, interstitial)).toBe(
      `#EXTM3U\n${interstitial.replace("b.json", `b.json?${query}`)}\n`,
    );
    expect(await refusedAs(() => hls({ uncovered }, interstitial, evil))).toBe(
      "ERR_RESOURCE_MISMATCH playlist",
    );
    const others = ({ kind }: UnsignedReference) => (kind === "other" ? "leave" : "throw");
    const vendor = `<x:y xmlns:x="z" at="${ad}"/>`;
    expect(dash({ uncovered: others }, vendor)).toBe(mpd(vendor));
    expect(await refusedAs(() => dash({ uncovered: others }, elements))).toBe(
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media",
    );
  });

  it.each([
    `#EXT-X-CONTENT-STEERING:SERVER-URI="${evil}"`,
    '#EXT-X-DEFINE:NAME="a"\n#EXT-X-DEFINE:NAME="a"',
    "# <MPD>",
  ])("is not asked for what is never left: %s", async (line) => {
    const uncovered = () => {
      throw new Error("asked");
    };
    expect(await refusedAs(() => hls({ uncovered }, line))).toBe("ERR_MANIFEST_INVALID playlist");
  });

  it.each([
    `<ContentSteering>${evil}</ContentSteering>`,
    `<Location>${evil}</Location>`,
    `<PatchLocation>${evil}</PatchLocation>`,
    `<Period xlink:href="${evil}"/>`,
    `<Period><ImportedMPD>${evil}</ImportedMPD></Period>`,
    `<Metrics><Reporting dvb:reportingUrl="${evil}"/></Metrics>`,
  ])("is not asked for what is never left: %s", async (xml) => {
    const uncovered = () => {
      throw new Error("asked");
    };
    expect(await refusedAs(() => dash({ uncovered }, xml))).toMatch(/^ERR_RESOURCE_MISMATCH /);
  });
});

describe("trusted", () => {
  const trusted = ["ads.example.com", "*.Steer.example.net", "report.example.org:8443"];

  it.each([
    `#EXT-X-CONTENT-STEERING:SERVER-URI="https://eu.steer.example.net/s"`,
    `#EXT-X-DATERANGE:ID="a",X-ASSET-URI="${ad}"`,
    `#EXT-X-BEACON:URL="${ad}"`,
    `#EXTINF:6,\n//ads.example.com/1.ts`,
  ])("stays as it is, and unsigned: %s", (line) => {
    const left: string[] = [];
    const onLeft = ({ url }: UnsignedReference) => void left.push(url);
    expect(hls({ trusted, onLeft }, line, "a.ts")).toBe(`#EXTM3U\n${line}\na.ts?${query}\n`);
    expect(left).toEqual([expect.stringMatching(/^(https:)?\/\//)]);
  });

  it.each([
    "<ContentSteering>https://eu.steer.example.net/s</ContentSteering>",
    `<Location>${ad}</Location>`,
    `<Period xlink:href="${ad}"/>`,
    `<Period><ImportedMPD>${ad}</ImportedMPD></Period>`,
    '<Metrics><Reporting dvb:reportingUrl="https://report.example.org:8443/r"/></Metrics>',
    `<x:y xmlns:x="z" at="${ad}"/>`,
    `<Period><BaseURL>${ad}</BaseURL></Period>`,
  ])("stays as it is, and unsigned: %s", (xml) => {
    const left: string[] = [];
    const onLeft = ({ url }: UnsignedReference) => void left.push(url);
    expect(dash({ trusted, onLeft }, xml)).toBe(mpd(xml));
    expect(left).toHaveLength(1);
  });

  it.each([
    "https://steer.example.net/s",
    "https://evilsteer.example.net/s",
    "https://ads.example.com.evil.example/s",
    "https://ads.example.com:8443/s",
    "https://ads.example.com@evil.example/s",
    "https://ads.example.com\\\\.evil.example/s",
    "https:/ads.example.com/s",
    "data:ads.example.com",
    "//evil.example/ads.example.com",
    "/ads.example.com",
  ])("is not another host: %s", async (url) => {
    const line = `#EXT-X-CONTENT-STEERING:SERVER-URI="${url}"`;
    expect(await refusedAs(() => hls({ trusted, uncovered: "leave" }, line))).toBe(
      "ERR_MANIFEST_INVALID playlist",
    );
    const xml = `<ContentSteering>${url}</ContentSteering>`;
    expect(await refusedAs(() => dash({ trusted, uncovered: "leave" }, xml))).toMatch(/ ContentSteering$/);
  });

  // What they load can move what is signed beside them to another host.
  it.each([
    `<ContentSteering>${host}/v/a.json</ContentSteering>`,
    '<ContentSteering proxyServerURL="a.json"/>',
    "<PatchLocation>a.mpp</PatchLocation>",
    '<Period xlink:href="a.xml"/>',
    "<Period><ImportedMPD>a.mpd</ImportedMPD></Period>",
    `<Period><ImportedMPD>${host}/v/a.mpd?Policy=a&amp;Signature=b&amp;Key-Pair-Id=c</ImportedMPD></Period>`,
  ])("is needed for what the grant covers, too, which is signed then: %s", async (xml) => {
    const own = [new URL(host).host];
    for (const options of [{ trusted }, { uncovered: "leave" } as const])
      expect(await refusedAs(() => dash(options, xml))).toMatch(/^ERR_MANIFEST_INVALID [CPI]/);
    const signed = dash({ trusted: own }, xml);
    expect(signed === mpd(xml)).toBe(/Signature|proxy/.test(xml));
  });

  it("is needed for a steering server that the grant covers, too, which is signed then", async () => {
    const line = '#EXT-X-CONTENT-STEERING:SERVER-URI="a.json"';
    for (const options of [{ trusted }, { uncovered: "leave" } as const])
      expect(await refusedAs(() => hls(options, line))).toBe("ERR_MANIFEST_INVALID playlist");
    expect(hls({ trusted: [new URL(host).host] }, line)).toContain(`"a.json?${query}"`);
  });

  it("leaves nothing unsigned on a host that the grant is for", async () => {
    const own = { trusted: [new URL(host).host] };
    expect(await refusedAs(() => hls(own, "../w/1.ts"))).toBe("ERR_RESOURCE_MISMATCH playlist");
    expect(await refusedAs(() => dash(own, "<BaseURL>../../w/1.mp4</BaseURL>"))).toBe(
      "ERR_RESOURCE_MISMATCH BaseURL",
    );
    const anywhere = await recorder().signer.grant({ resource: "https://*/v/*", dateLessThan: end });
    expect(
      await refusedAs(() => signHlsPlaylist("#EXTM3U\n/w/1.ts\n", anywhere, { playlistUrl, ...own })),
    ).toBe("ERR_RESOURCE_MISMATCH playlist");
  });

  it("never gets the query of the playlist", async () => {
    const text = [
      '#EXT-X-DEFINE:QUERYPARAM="session"',
      `#EXT-X-SESSION-DATA:DATA-ID="a",URI="${ad}?{$session}"`,
    ];
    expect(await refusedAs(() => hls({ trusted }, ...text))).toBe("ERR_RESOURCE_MISMATCH playlist");
    const alias = [
      '#EXT-X-DEFINE:QUERYPARAM="session"',
      '#EXT-X-DEFINE:NAME="a",VALUE="{$session}"',
      "#EXTINF:6,",
      "https://ads.example.com/{$a}.ts",
    ];
    for (const options of [{ trusted }, { unsigned: ["segment"] } as const])
      expect(await refusedAs(() => hls(options, ...alias))).toBe("ERR_MANIFEST_INVALID playlist");
    const nor = '<ServiceDescription><CMCDParameters keys="nor"/></ServiceDescription>';
    expect(await refusedAs(() => dash({ trusted }, nor))).toBe("ERR_MANIFEST_INVALID manifest");
  });

  it("takes no signed reference along: a template below one that is trusted is not signed", async () => {
    const set = (base: string) =>
      `<Period><AdaptationSet><SegmentTemplate media="$Number$.m4s"/><Representation><BaseURL>a/</BaseURL></Representation><Representation><BaseURL>${base}</BaseURL></Representation></AdaptationSet></Period>`;
    expect(await refusedAs(() => dash({ trusted }, set("https://ads.example.com/b/")))).toBe(
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media",
    );
    const located =
      '<Location>https://ads.example.com/m.mpd</Location><Period><AdaptationSet><SegmentTemplate media="a"/></AdaptationSet></Period>';
    expect(await refusedAs(() => dash({ trusted }, located))).toBe(
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media",
    );
  });
});
