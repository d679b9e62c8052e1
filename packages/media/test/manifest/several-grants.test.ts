import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createDashSigningStream,
  type DashSigningOptions,
  signDashManifest,
} from "cloudfront-sign-media/dash";
import { signHlsAssetList, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** A manifest on two CDNs, and a grant for each. */

const { signer } = recorder();
const [first, second] = ["https://cdn.example.com", "https://cdn.example.net"] as const;
const one = await signer.grant({ resource: `${first}/show/*`, dateLessThan: end });
const two = await signer.grant({ resource: `${second}/show/*`, dateLessThan: end });
const grants = [one, two];
const playlistUrl = `${first}/show/index.m3u8`;
const manifestUrl = `${first}/show/manifest.mpd`;

/** `①` and `②` stand for the parameters of the grants. */
const unsigned = (text: string) => text.replace(/[?&](?:①|②)/g, "");
const signed = (text: string, encode = (query: string) => query) =>
  text.replaceAll("①", encode(one.query)).replaceAll("②", encode(two.query));
const inXml = (query: string) => query.replaceAll("&", "&amp;");
const dash = (xml: string, options: Partial<DashSigningOptions> = {}) =>
  signDashManifest(unsigned(xml), grants, { manifestUrl, trusted: ["cdn.example.net"], ...options });

it("each URI of a playlist gets the parameters of the grant that covers it", async () => {
  const text = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8?①\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${second}/show/a.m3u8?x&②\n#EXT-X-MEDIA:TYPE=AUDIO,URI="//cdn.example.net/show/b?②"\n`;
  expect(signHlsPlaylist(unsigned(text), grants, { playlistUrl })).toBe(signed(text));
  const list = `{"ASSETS":[{"URI":"a?①"},{"URI":"${second}/show/a?②"}]}`;
  expect(signHlsAssetList(unsigned(list), grants, { assetListUrl: playlistUrl })).toBe(signed(list));
  for (const url of ["https://evil.example/show/a", `${second}/other/a`])
    expect(await refusedAs(() => signHlsPlaylist(`#EXTM3U\n${url}`, grants, { playlistUrl }))).toBe(
      "ERR_RESOURCE_MISMATCH playlist",
    );
});

const representations = `<Representation><BaseURL>${first}/show/a.mp4?①</BaseURL><BaseURL>${second}/show/a.mp4?②</BaseURL></Representation>`;

it(
  "each BaseURL of a file gets those of its own",
  streaming(async () => {
    const xml = mpd(
      `<Location>${second}/show/m.mpd?②</Location><ContentSteering>${second}/show/s.json?②</ContentSteering><Period><AdaptationSet>${representations}</AdaptationSet></Period>`,
    );
    expect(dash(xml)).toBe(signed(xml, inXml));
    const stream = createDashSigningStream(grants, {
      manifestUrl,
      trusted: ["cdn.example.net"],
    }) as TransformStream;
    expect((await streamed(stream, [unsigned(xml)])).text).toBe(signed(xml, inXml));
  }),
);

it("a template gets those of the CDN that all bases of its representations are on", () => {
  const xml = mpd(
    `<Period><AdaptationSet><SegmentTemplate media="$Number$?②"/><Representation><BaseURL>${second}/show/</BaseURL></Representation><Representation><BaseURL>${second}/show/b/</BaseURL></Representation></AdaptationSet><AdaptationSet><SegmentTemplate media="$Number$?①"/><Representation/></AdaptationSet></Period>`,
  );
  expect(dash(xml)).toBe(signed(xml, inXml));
  expect(dash(xml, { uncovered: "leave" })).toBe(signed(xml, inXml));
});

it(
  "a template of a set on either CDN gets those of its own, in a stream too",
  streaming(async () => {
    const set = (base: string, mark: string, id = "") =>
      `<AdaptationSet><BaseURL>${base}/show/</BaseURL><SegmentTemplate media="$Number$${mark}"/><Representation/><Representation>${id}</Representation></AdaptationSet>`;
    const xml = mpd(
      `<Period>${set(first, "?①")}${set(second, "?②")}${set(second, "?②", "<BaseURL>b/</BaseURL>")}${set("https://ads.example.com", "")}</Period>`,
    );
    const found: string[] = [];
    const options: Partial<DashSigningOptions> = {
      trusted: ["ads.example.com"],
      onLeft: ({ url, line }) => void found.push(`${line} ${url}`),
    };
    expect(dash(xml, options)).toBe(signed(xml, inXml));
    const stream = createDashSigningStream(grants, { manifestUrl, ...options }) as TransformStream;
    expect((await streamed(stream, unsigned(xml).split(/(?=<)/))).text).toBe(signed(xml, inXml));
    expect(found).toEqual(["1 $Number$", "1 $Number$"]);
  }),
);

it(
  "a set of a trusted host with a Representation elsewhere is refused in a stream",
  streaming(async () => {
    const outcomes = ["https://evil.example", `${first}/show`, second].map(async (base) => {
      const xml = mpd(
        `<Period><AdaptationSet><BaseURL>https://ads.example.com/</BaseURL><SegmentTemplate media="$Number$"/><Representation><BaseURL>${base}/</BaseURL></Representation></AdaptationSet></Period>`,
      );
      const stream = createDashSigningStream(grants, { manifestUrl, trusted: ["ads.example.com"] });
      return refusedAs(() => streamed(stream as TransformStream, [xml]));
    });
    expect(await Promise.all(outcomes)).toEqual(
      Array.from({ length: 3 }, () => "ERR_RESOURCE_MISMATCH SegmentTemplate@media"),
    );
  }),
);

it("a template with bases on both CDNs is not signed: one of them would get the other's signature", async () => {
  const template =
    '<Period><AdaptationSet><SegmentTemplate media="$Number$"/><Representation/></AdaptationSet></Period>';
  const both = `<BaseURL>${first}/show/</BaseURL><BaseURL>${second}/show/</BaseURL>`;
  const below = `<Period><AdaptationSet><SegmentTemplate media="$Number$"/><Representation/><Representation><BaseURL>${second}/show/</BaseURL></Representation></AdaptationSet></Period>`;
  for (const xml of [mpd(both + template), mpd(below), mpd(template + both)]) {
    expect(await refusedAs(() => dash(xml))).toBe("ERR_RESOURCE_MISMATCH SegmentTemplate@media");
    expect(dash(xml, { uncovered: "leave" })).toBe(xml);
    await streaming(async () => {
      for (const uncovered of ["throw", "leave"] as const) {
        const stream = createDashSigningStream(grants, { manifestUrl, uncovered }) as TransformStream;
        const { text } = await streamed(stream, [xml]).catch(() => ({ text: "" }));
        expect(text).not.toContain("Signature=");
      }
    })();
  }
});

it("client data has no next request: it would have the URL of one CDN in a request to the other", async () => {
  const cmcd = (keys: string) =>
    mpd(
      `<ServiceDescription><ClientDataReporting><CMCDParameters version="1" keys="${keys}"/></ClientDataReporting></ServiceDescription>`,
    );
  expect(await refusedAs(() => dash(cmcd("nor nrr ot")))).toBe("ERR_MANIFEST_INVALID manifest");
  expect(dash(cmcd("nrr ot"))).toBe(cmcd("nrr ot"));
});

it("a list without a grant, or with something else in it, is refused", async () => {
  for (const given of [[], [one, undefined], [[one]]])
    expect(await refusedAs(() => signHlsPlaylist("#EXTM3U", given as never, { playlistUrl }))).toBe(
      "ERR_OPTION_INVALID grant",
    );
});
