import { streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { alsoRefused, problemOf } from "../../support/streaming.ts";

/**
 * Addresses in places where only some player looks, found by reading the players' sources beside the signer's. What
 * these players ask another host for is in packages/integration/players/hls-hosts.test.ts.
 */

const playlistUrl = `${host}/v/index.m3u8`;
const grant = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });
const evil = "https://evil.example/a";
const playlist = (...lines: string[]): string => ["#EXTM3U", ...lines, ""].join("\n");
const sign = (text: string, uncovered: "throw" | "leave") =>
  signHlsPlaylist(text, grant, { playlistUrl, uncovered });

/** The problem of the refusal, which is the same for the text and for the stream. */
async function refused(text: string, uncovered: "throw" | "leave" = "throw"): Promise<string> {
  const error = await refusal(() => sign(text, uncovered));
  const options = { playlistUrl, uncovered };
  await alsoRefused(
    () => streamed(createHlsSigningStream(grant, options) as TransformStream, text.split("")),
    error,
  );
  return problemOf(error);
}

describe("an address where only some player looks", () => {
  const attribute = (tag: string, name: string) => `${tag} has the attribute ${name}`;
  const tag = (name: string) => `${name} has a value`;
  const title = "EXTINF has no duration";
  const inside = (name: string) => `${name} is inside a line or continues without a colon`;
  it.each<[line: string, message: string]>([
    // Shaka takes the URI of a variant from the tag, if it has one.
    [`#EXT-X-STREAM-INF:BANDWIDTH=1,URI="${evil}"`, attribute("EXT-X-STREAM-INF", "URI")],
    // Media3 looks for URI=" anywhere in the line, and compares the start of a tag.
    [`#EXT-X-MAP:X-URI="${evil}",URI="a.mp4"`, attribute("EXT-X-MAP", "X-URI")],
    ['#EXT-X-MAP:X-URI="a.mp4",URI="a.mp4"', attribute("EXT-X-MAP", "X-URI")],
    [`#EXT-X-KEYS:METHOD=AES-128,URI="${evil}"`, attribute("EXT-X-KEYS", "URI")],
    [`#EXT-X-KEY METHOD=AES-128,URI="${evil}"`, attribute("EXT-X-KEY", "URI")],
    [
      `#EXT-X-DATERANGE:ID="a",X-COM-EXAMPLE-X-ASSET-URI="${evil}"`,
      attribute("EXT-X-DATERANGE", "X-COM-EXAMPLE-X-ASSET-URI"),
    ],
    [`#EXT-X-DATERANGE:ID="a",X-ASSET-URL="${evil}"`, attribute("EXT-X-DATERANGE", "X-ASSET-URL")],
    // Shaka makes a style sheet of it.
    [
      '#EXT-X-DATERANGE:ID="a",X-BACKGROUND="url(//evil.example)"',
      attribute("EXT-X-DATERANGE", "X-BACKGROUND"),
    ],
    ['#EXT-X-DATERANGE:ID="a",X-BACKGROUND="\\75rl(a)"', attribute("EXT-X-DATERANGE", "X-BACKGROUND")],
    // m3u8-parser reads the attributes of some tags in camel case.
    [`#EXT-X-PART:DURATION=1,uri="${evil}"`, attribute("EXT-X-PART", "uri")],
    ['#EXT-X-PRELOAD-HINT:TYPE=PART,U-R-I="a.mp4"', attribute("EXT-X-PRELOAD-HINT", "U-R-I")],
    // Nobody is known to look here.
    [`#ext-x-map:URI="${evil}"`, attribute("ext-x-map", "URI")],
    [`#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,A="${evil}"`, attribute("EXT-X-SERVER-CONTROL", "A")],
    ['#EXT-X-FOO:A="/\\evil.example"', attribute("EXT-X-FOO", "A")],
    ['#EXT-X-FOO:A="ht\ttps://evil.example"', attribute("EXT-X-FOO", "A")],
    ['#EXT-X-KEYS:HREF="a.json"', attribute("EXT-X-KEYS", "HREF")],
    [`#EXT-X-FOO:${evil}`, tag("EXT-X-FOO")],
    [`#EXT-X-FOO:1 ${evil}`, tag("EXT-X-FOO")],
    ["#EXT-X-PARTS:1,URI=a.json", tag("EXT-X-PARTS")],
    // hls.js takes what is behind the duration, or is the last word of the text, for the segment.
    [`#EXTINF:6 ${evil}`, title],
    [`#EXTINF:${evil}`, title],
    ["#EXTINF:.5//evil.example/a", title],
    [`#EXTINF:6,title ${evil}`, title],
    [`#EXTINF:6#EXT-X-MAP:URI="${evil}"`, title],
    [`#EXTINF:#EXT-X-MAP:URI="${evil}"`, title],
    ["#EXTINF:#EXTINF://evil.example/a", title],
    [`#EXTINF:6,title #EXT-X-KEY:METHOD=AES-128,URI="${evil}"`, title],
    // As an attribute list it has an address, as a value another.
    [`#EXT-X-PREFETCH:URI=//evil.example/a`, tag("EXT-X-PREFETCH")],
    // hls.js finds some tags of multivariant playlists anywhere.
    [`# #EXT-X-MEDIA:TYPE=AUDIO,URI="${evil}"`, inside("EXT-X-MEDIA")],
    [`##EXT-X-I-FRAME-STREAM-INF:URI=${evil}`, inside("EXT-X-I-FRAME-STREAM-INF")],
    [`a.ts##EXT-X-SESSION-KEY:URI="${evil}"`, inside("EXT-X-SESSION-KEY")],
    [`#EXT-X-MEDIA:NAME="#EXT-X-MEDIA:TYPE=AUDIO,URI=${evil}"`, inside("EXT-X-MEDIA")],
  ])("%s", async (line, message) => {
    expect(await refused(playlist(line))).toBe(`playlist: line 2: ${message}`);
    // To leave it leaks nothing: it has no parameters, and the rest of the line is signed.
    const left = sign(playlist(line), "leave");
    expect(left.replaceAll(`?${grant.query}`, "")).toBe(playlist(line));
    expect(left.includes(`a?${grant.query}`)).toBe(false);
  });

  it("is found when a variable holds it", async () => {
    const define = `#EXT-X-DEFINE:NAME="e",VALUE="${evil}"`;
    for (const line of [
      '#EXT-X-FOO:A="{$e}"',
      "#EXTINF:6 {$e}",
      '#EXTINF:6,title #EXT-X-MAP:URI="{$e}"',
      '# #EXT-X-MEDIA:URI="{$e}"',
    ])
      expect(await refused(playlist(define, line)), line).toMatch(/^playlist: line 3: /);
  });

  it("is left beside an address that is signed", () => {
    const line = `#EXT-X-DATERANGE:ID="a",FOO="${evil}",X-ASSET-URI="ad.m3u8"`;
    expect(sign(playlist(line), "leave")).toBe(playlist(line.replace("ad.m3u8", `ad.m3u8?${grant.query}`)));
  });
});

describe("a URI line behind an EXTINF without a duration, in which hls.js finds the duration", () => {
  it.each(["6//evil.example/a", ".5//evil.example/a", "6 //evil.example/a", ",a //evil.example/a"])(
    "is refused: %s",
    async (line) => {
      for (const [start, ...between] of [["#EXTINF:"], [" #EXTINF: ", ""], ["#EXTINF:6#EXTINF:", "", " "]]) {
        const text = playlist(start as string, ...between, line);
        expect(await refused(text)).toBe(`playlist: line ${3 + between.length}: EXTINF has no duration`);
        expect(sign(text, "leave")).toBe(text);
      }
    },
  );

  it("is signed if it does not start like one", () => {
    expect(sign(playlist("#EXTINF:", "a.ts", "#EXTINF:", "# a", "1.ts"), "throw")).toBe(
      playlist("#EXTINF:", `a.ts?${grant.query}`, "#EXTINF:", "# a", `1.ts?${grant.query}`),
    );
  });
});

describe.each(["throw", "leave"] as const)('with "%s", a playlist is refused', (uncovered) => {
  const continued = (name: string) => `${name} is inside a line or continues without a colon`;
  it.each<[line: string, message: string]>([
    // Media3 takes the definition, and the steering server.
    ['#EXT-X-DEFINEX:NAME="v",VALUE="//evil.example"', continued("EXT-X-DEFINE")],
    ['#EXT-X-DEFINE NAME="v",VALUE="//evil.example"', continued("EXT-X-DEFINE")],
    [`#EXT-X-CONTENT-STEERING-2:SERVER-URI="${evil}"`, continued("EXT-X-CONTENT-STEERING")],
    [
      '#EXT-X-DEFINE:X-VALUE="//evil.example",NAME="v",VALUE="a"',
      "EXT-X-DEFINE needs one of NAME (with VALUE)",
    ],
    [
      `#EXT-X-CONTENT-STEERING:X-SERVER-URI="${evil}",SERVER-URI="s.json"`,
      "EXT-X-CONTENT-STEERING has the attribute X-SERVER-URI",
    ],
  ])("for %s", async (line, message) => {
    expect(await refused(playlist(line, "a.ts"), uncovered)).toBe(`playlist: line 2: ${message}`);
  });

  it.each([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="__proto__",NAME="map",URI="a.mp4"',
    '#EXT-X-MEDIA:TYPE=__proto__,GROUP-ID="map",NAME="key",URI="a.key"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="constructor",URI="a.mp4"',
    '#EXT-X-DATERANGE:ID="__proto__",START-DATE="2020-01-01T00:00:00Z"',
    '#EXT-X-DATERANGE:ID="a",CLASS="toString"',
    '#EXT-X-SESSION-DATA:DATA-ID="prototype",VALUE="a"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="hasOwnProperty"',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="s",PATHWAY-ID="valueOf"',
    '#EXT-X-DEFINE:NAME="__proto__",VALUE="a"',
    '#EXT-X-DEFINE:NAME="v",VALUE="__proto__"',
    '#EXT-X-DEFINE:IMPORT="toString"',
    '#EXT-X-MAP:__proto__="a",URI="a.mp4"',
    '#EXT-X-FOO:A="a",__defineGetter__="a"',
  ])("for a name that every JavaScript object has: %s", async (line) => {
    const [name] =
      /__\w+__|constructor|toString|prototype|hasOwnProperty|valueOf/.exec(line.replace("map", "")) ?? [];
    expect(await refused(playlist(line), uncovered)).toBe(
      `playlist: line 2: the name ${name} is a property of every JavaScript object`,
    );
  });

  it("for such a name that a variable makes", async () => {
    const lines = [
      '#EXT-X-DEFINE:NAME="v",VALUE="__pro"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="{$v}to__",NAME="a"',
    ];
    expect(await refused(playlist(...lines), uncovered)).toMatch(/^playlist: line 3: the name __proto__ /);
  });
});

describe("what packagers and ad servers write", () => {
  it.each([
    "#EXTINF:6,",
    "#EXTINF:6,https://other.example/ is the title",
    '#EXTINF:-1 tvg-logo="https://other.example/1.png",News',
    '#EXTINF:10,title="text=\\"a\\" amgArtworkURL=\\"https://other.example/a.jpg\\" length=\\"00:03:27\\""',
    '#EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="The constructor and its prototype"',
    "#EXT-X-ALLOW-CACHE:YES",
    "#EXT-X-PROGRAM-DATE-TIME:2025-01-01T00:00:00.000Z",
    "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=6.006",
    '#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES="https://other.example/1\t2"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://other.example/1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,//8AAA==",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",KEYID=0x1',
    '#EXT-X-SESSION-DATA:DATA-ID="com.example.page",VALUE="https://other.example/"',
    '#EXT-X-DATERANGE:ID="https://other.example/1",CLASS="urn:scte:scte35:2013:bin",START-DATE="2025-01-01T00:00:00Z",SCTE35-OUT=0xFC30',
    '#EXT-X-DATERANGE:ID="a",X-AD-URL="http://ads.example.com/beacon3",X-AD-ID="1234"',
    '#EXT-X-DATERANGE:ID="a",X-TV-TWITCH-AD-CLICK-TRACKING-URL="https://other.example/"',
    '#EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.overlay",X-BACKGROUND="rgb(0 0 0 / 50%)",X-ASSET-MIMETYPE="video/mp4",X-SNAP="OUT",X-RESTRICT="SKIP,JUMP"',
    "#EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP/wFAUAAAABf+/+AAAAAH4AUmXAAAAAAAA==",
    '#EXT-X-SCTE35:TYPE=0x34,CUE="/DAv//8AAA==",ID="1"',
    "#EXT-X-ASSET:CAID=0x0000000020FB6501",
    "#EXT-X-CUE-OUT-CONT:ElapsedTime=5.939,Duration=201.467,SCTE35=/DAlAAAAAsvhAP",
    "#EXT-X-CUE-OUT-CONT:8.308/30",
    "#EXT-X-CUE-IN",
    '#EXT-X-YOSPACE-ANALYTICS-URL:"https://other.example/analytics"',
    '#EXT-X-TWITCH-INFO:NODE="video-edge-c2c424.sfo03",SERVER-TIME="1704067200.00"',
    "#USP-X-TIMESTAMP-MAP:MPEGTS=900000,LOCAL=1970-01-01T00:00:00Z",
    "#UPLYNK-SEGMENT:0123456789abcdef,00000000,segment",
    "## Generated with https://github.com/shaka-project/shaka-packager version v3",
    "##EXT-X-VERSION:3",
    '##EXT-X-KEY:METHOD=AES-128,URI="https://other.example/key"',
  ])("stays as it is: %s", (line) => {
    for (const uncovered of ["throw", "leave"] as const)
      expect(sign(playlist(line), uncovered)).toBe(playlist(line));
  });

  it.each(["EXT-X-PREFETCH", "EXT-X-TWITCH-PREFETCH"])("%s is signed", async (name) => {
    expect(sign(playlist(`#${name}:a.ts`), "throw")).toBe(playlist(`#${name}:a.ts?${grant.query}`));
    expect(await refused(playlist(`#${name}:${evil}`))).toBe(
      "playlist: line 2: the URI points to evil.example",
    );
    expect(sign(playlist(`#${name}:${evil}`), "leave")).toBe(playlist(`#${name}:${evil}`));
  });
});
