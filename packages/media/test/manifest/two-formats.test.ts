import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { alsoRefused } from "../support/streaming.ts";

/**
 * A text that is a playlist to one reader and a manifest to another. What the players' own parsers make of it is in
 * packages/integration/readers/two-formats.test.ts.
 */

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const playlistUrl = `${host}/v/index.m3u8`;
const manifestUrl = `${host}/v/manifest.mpd`;

describe.each(["throw", "leave"] as const)('with "%s"', (uncovered) => {
  const playlist = { playlistUrl, uncovered };
  const manifest = { manifestUrl, uncovered };

  it.each([
    // What a DASH player finds in any text.
    "#<MPD>",
    "#x<MPD",
    "#<MPD/>",
    "#<x:MPD a='b'>",
    "#<Patch>",
    // What an element with xlink:href is replaced with.
    "#EXTINF:6,<Period><AdaptationSet><SegmentTemplate",
    "#EXTINF:6,<dashif:Laurl>",
    "#<UTCTiming value='",
    '#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="<Location>"',
    "a.ts#<BaseURL>",
    "skd:<BaseURL>",
    "data:,<SegmentList>",
    "https://ads.example.com/<Period>",
  ])("a playlist with an element of an MPD is refused: %s", async (line) => {
    const text = `#EXTM3U\n${line}\n`;
    // Of a URI that is signed, the signer escapes it.
    if (uncovered === "throw" && line.startsWith("https:")) return;
    const error = await refusal(() => signHlsPlaylist(text, grant, playlist));
    expect(error.message).toMatch(/^playlist: line 2: has an element of an MPD/);
    await alsoRefused(
      () => streamed(createHlsSigningStream(grant, playlist) as TransformStream, text.split("")),
      error,
    );
  });

  it.each([
    "#EXTINF:6,<b>Title</b>",
    "#EXTINF:6,I <3 U",
    "#EXTINF:6,Untitled <Live> <Periodical>",
    "#EXTINF:6,a < MPD and &lt;MPD>",
    "#EXTINF:6,MPD>",
    "# <html><body>",
  ])("a playlist with other angle brackets is signed: %s", (line) => {
    const text = `#EXTM3U\n${line}\na.ts\n`;
    expect(signHlsPlaylist(text, grant, playlist)).toBe(`#EXTM3U\n${line}\na.ts?${grant.query}\n`);
  });

  it("a URI that is signed has no element: its brackets are escaped", () => {
    expect(signHlsPlaylist("#EXTM3U\na<MPD>.ts\n", grant, playlist)).toBe(
      `#EXTM3U\na%3CMPD%3E.ts?${grant.query}\n`,
    );
  });

  it.each([
    "<!--\n#EXTM3U\n-->",
    "<!--\r#EXTINF:1,\r-->",
    "<!--\n \t#EXTINF:1,\n-->",
    "<!--\u2028#EXT-X-DEFINE-->",
    "<BaseURL id='\n#EXTINF:1,\nhttps://evil.example/'>a.mp4</BaseURL>",
    "<Title>\n\n#EXTINF:1,\n</Title>",
    "<?a\n#EXTINF:1,?>",
    "<![CDATA[\n#EXTINF:1,]]>",
    "<x/>\n<!----> \n#EXTINF:1,",
  ])("a manifest with a line that is a tag of a playlist is refused: %j", async (inner) => {
    const error = await refusal(() => signDashManifest(mpd(inner), grant, manifest));
    expect(error.message).toMatch(/line \d+: a line starts with #EXT/);
    await alsoRefused(
      () => streamed(createDashSigningStream(grant, manifest) as TransformStream, mpd(inner).split("")),
      error,
    );
  });

  it.each(["<!-- #EXTM3U -->", "<!--\n# EXTM3U\n-->", "<Title>#EXTINF</Title>", "<Title>\n#ext</Title>"])(
    "a manifest in which no line is one is signed: %j",
    (inner) => {
      const xml = mpd(`${inner}<BaseURL>a.mp4</BaseURL>`);
      expect(signDashManifest(xml, grant, manifest)).toContain("a.mp4?Policy=");
    },
  );
});
