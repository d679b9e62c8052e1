import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** What packagers write and players play, however odd. */

const cdn = "https://cdn.example.com/show";
const grant = await recorder().signer.grant({ resource: `${cdn}/*`, dateLessThan: end });
const playlistUrl = `${cdn}/x/index.m3u8`;
const manifestUrl = `${cdn}/x/manifest.mpd`;

/** `¤` stands for the grant's parameters. */
const signed = (text: string, isXml: boolean) =>
  text.replaceAll("¤", isXml ? grant.query.replaceAll("&", "&amp;") : grant.query);
const unsigned = (text: string) => text.replaceAll(/[?&]¤/g, "");

describe("a playlist is signed", () => {
  it.each([
    ["with a blank line in front", "\n#EXTM3U\n#EXTINF:6,\na.ts?¤\n"],
    ["with several", "\ufeff \t\r\n\n#EXTM3U\r\n#EXTINF:6,\r\na.ts?¤\r\n"],
    [
      "with an IV twice",
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AA==",IV=0x01,IV=0x01\n#EXTINF:6,\na.ts?¤\n',
    ],
    [
      "with values without quotes",
      "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=k.key?¤,IV=0x1\n#EXT-X-MAP:URI=i.mp4?¤\na.ts?¤\n",
    ],
    ["with a relative value in a tag that nobody knows", '#EXTM3U\n#EXT-X-ACME:HREF="a.json"\na.ts?¤\n'],
    ["with a relative value in such a tag without a list", "#EXTM3U\n#EXT-X-ACME:1,URI=a.json\na.ts?¤\n"],
  ])(
    "%s",
    streaming(async (_, text) => {
      expect(signHlsPlaylist(unsigned(text), grant, { playlistUrl })).toBe(signed(text, false));
      const stream = createHlsSigningStream(grant, { playlistUrl }) as TransformStream;
      expect((await streamed(stream, unsigned(text).split(""))).text).toBe(signed(text, false));
    }),
  );

  it.each([
    ['#EXT-X-KEY:METHOD=AES-128,URI="a",IV=0x01,IV="https://evil.example"', "throw"],
    ["#EXT-X-MAP:URI={$a}.mp4", "throw"],
    ["#EXT-X-MAP:URI='a.mp4'", "throw"],
    ['#EXT-X-DEFINE:NAME="a",VALUE="b",VALUE="b"', "leave"],
    ['#EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID="a",PATHWAY-ID="a"', "leave"],
    ['#EXT-X-ACME:HREF="//evil.example"', "throw"],
  ] as const)("but not with %s", async (line, uncovered) => {
    expect(
      await refusedAs(() => signHlsPlaylist(`#EXTM3U\n${line}\n`, grant, { playlistUrl, uncovered })),
    ).toBe("ERR_MANIFEST_INVALID playlist");
  });
});

describe("a manifest is signed", () => {
  const represented = (id: string, media: string) =>
    mpd(
      `<Period><AdaptationSet><SegmentTemplate media="${media}"/><Representation id="${id}"/></AdaptationSet></Period>`,
    );
  it.each([
    ["with an ID of several segments", represented("video/avc1/1", "$RepresentationID$/seg-$Number$.m4s?¤")],
    ["with a .. in front of one", represented("video/1", "../x/$RepresentationID$/$Number$.m4s?¤")],
    ["with a .. behind another", represented("1", "$RepresentationID$/../$Number$.m4s?¤")],
    [
      "with names that Go writes",
      '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:_xmlns="xmlns" _xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:_i="i" _i:schemaLocation="https://example.org/a.xsd" xmlns:_="j" _:default_KID="k"><BaseURL>v.mp4?¤</BaseURL></MPD>',
    ],
  ])(
    "%s",
    streaming(async (_, xml) => {
      expect(signDashManifest(unsigned(xml), grant, { manifestUrl })).toBe(signed(xml, true));
      const stream = createDashSigningStream(grant, { manifestUrl }) as TransformStream;
      expect((await streamed(stream, unsigned(xml).split(""))).text).toBe(signed(xml, true));
    }),
  );

  it.each([
    represented("video//1", "$RepresentationID$.mp4"),
    represented("/video", "$RepresentationID$.mp4"),
    represented("video/", "$RepresentationID$.mp4"),
    represented("video/../1", "$RepresentationID$.mp4"),
    represented("video/1", "$RepresentationID$/../../1.mp4"),
    represented("video/1", "$representationid$/.."),
    mpd(
      '<Period><AdaptationSet><Representation id="a/b"><BaseURL>$RepresentationID$/../c/</BaseURL></Representation></AdaptationSet></Period>',
    ),
    mpd('<BaseURL _id="a">v.mp4</BaseURL>'),
    mpd('<Period xmlns:x="a" x:id="1" _x:id="2"/>'),
    mpd('<Period _x:href="https://evil.example/p.xml"/>'),
    mpd('<Period _:href="https://evil.example/p.xml"/>'),
    mpd('<BaseURL _:id="a" id="b">v.mp4</BaseURL>'),
  ])("but not %s", async (xml) => {
    expect(await refusedAs(() => signDashManifest(xml, grant, { manifestUrl, uncovered: "leave" }))).toMatch(
      /^ERR_(?:MANIFEST_INVALID|RESOURCE_MISMATCH) /,
    );
  });

  it("that hands its own query down: the references have it instead, and once", async () => {
    const query = (value: string) =>
      mpd(
        `<Period><AdaptationSet><EssentialProperty schemeIdUri="urn:mpeg:dash:urlparam:2014"><up:UrlQueryInfo xmlns:up="u" queryTemplate="$querypart$" useMPDUrlQuery="${value}"/><x _x:useMPDUrlQuery='${value}'/></EssentialProperty><SegmentTemplate media="$Number$.m4s?¤"/></AdaptationSet></Period>`,
      );
    for (const url of [manifestUrl, `${manifestUrl}?${grant.query}`])
      for (const uncovered of ["throw", "leave"] as const)
        expect(signDashManifest(unsigned(query(" TRUE")), grant, { manifestUrl: url, uncovered })).toBe(
          signed(query("false"), true),
        );
    const more = `${manifestUrl}?session=1&${grant.query}`;
    expect(await refusedAs(() => signDashManifest(query("true"), grant, { manifestUrl: more }))).toBe(
      "ERR_MANIFEST_INVALID manifest",
    );
  });

  it.each([
    ["hands it down by an empty template, so that Shaka keeps the set", "", "$query:-$", "true"],
    ["hands down what else there is", ' queryString="a=1"', "$querypart$", "false"],
  ])("that %s", (_, more, template, use) => {
    const query = (template: string, use: string) =>
      mpd(
        `<Period><AdaptationSet><EssentialProperty schemeIdUri="urn:mpeg:dash:urlparam:2014"><up:UrlQueryInfo xmlns:up="urn:mpeg:dash:schema:urlparam:2014"${more} queryTemplate="${template}" useMPDUrlQuery="${use}"/></EssentialProperty><SegmentTemplate media="$Number$.m4s?¤"/></AdaptationSet></Period>`,
      );
    expect(signDashManifest(unsigned(query("$querypart$", "true")), grant, { manifestUrl })).toBe(
      signed(query(template, use), true),
    );
  });

  it("from another host than its media, with a Location that names itself", async () => {
    const atApp = { manifestUrl: "https://app.example.com/m.mpd?session=1" };
    const located = (url: string) =>
      mpd(
        `<BaseURL>${cdn}/x/</BaseURL><Location>${url}</Location><Period><AdaptationSet><SegmentTemplate media="$Number$.m4s?¤"/><Representation id="1"/></AdaptationSet></Period>`,
      );
    for (const url of ["https://app.example.com/m.mpd?session=2", "/m.mpd", "m.mpd?session=1"])
      expect(signDashManifest(unsigned(located(url)), grant, atApp)).toBe(signed(located(url), true));
    for (const url of [
      "https://app.example.com/n.mpd",
      "https://evil.example/m.mpd",
      "n.mpd",
      "//evil.example/m.mpd",
    ])
      expect(
        await refusedAs(() =>
          signDashManifest(unsigned(located(url)), grant, { ...atApp, uncovered: "leave" }),
        ),
      ).toBe("ERR_RESOURCE_MISMATCH Location");
  });
});
