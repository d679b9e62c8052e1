import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import type { Grant } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Which lines of an HLS playlist are signed, how, and what stays as it is. */

const playlistUrl = `${host}/course/42/1080p/index.m3u8`;
const grant = await rsaSigner().grant({ resource: `${host}/course/42/*`, dateLessThan: end });
const { query } = grant;

function sign(text: string, options: object = {}, by: Grant = grant): string {
  return signHlsPlaylist(text, by, { playlistUrl, ...options });
}

/** What becomes of a line behind the header. */
function signedLine(line: string, options: object = {}): string {
  return sign(`#EXTM3U\n${line}\n`, options).slice("#EXTM3U\n".length, -1);
}

describe("a URI line", () => {
  it.each([
    ["1.ts", `1.ts?${query}`],
    ["a/b/1.ts?x=1", `a/b/1.ts?x=1&${query}`],
    ["1.ts?", `1.ts?${query}`],
    ["1.ts?a&", `1.ts?a&&${query}`],
    // A ? in a query is a character like any other: what follows it without & is not a parameter of its own.
    ["1.ts??", `1.ts??&${query}`],
    ["1.ts?a=b?", `1.ts?a=b?&${query}`],
    ["?/?#?", `?/?&${query}#?`],
    ["?x=1", `?x=1&${query}`],
    ["../720p/1.ts", `../720p/1.ts?${query}`],
    ["./1.ts", `./1.ts?${query}`],
    ["/course/42/1.ts#t=1", `/course/42/1.ts?${query}#t=1`],
    ["1.ts#a?b#c", `1.ts?${query}#a?b#c`],
    [
      "//d111111abcdef8.cloudfront.net/course/42/1.ts",
      `//d111111abcdef8.cloudfront.net/course/42/1.ts?${query}`,
    ],
    [`${host}/course/42/1.ts`, `${host}/course/42/1.ts?${query}`],
    [`${host}/course/42/1.ts?x#y`, `${host}/course/42/1.ts?x&${query}#y`],
    [
      "HTTPS://D111111ABCDEF8.cloudfront.net/course/42/1.ts",
      `HTTPS://D111111ABCDEF8.cloudfront.net/course/42/1.ts?${query}`,
    ],
    // What some client would still rewrite is written as it will be sent.
    ["segment 1 (ü).ts", `segment%201%20(%C3%BC).ts?${query}`],
    ["1.ts?a='b'", `1.ts?a=%27b%27&${query}`],
    ["100%.ts", `100%25.ts?${query}`],
    // As some clients send it in any case (RFC 3986, section 6.2.2).
    ["%C3%bc.ts", `%C3%BC.ts?${query}`],
    // Players cut off what stands around a line.
    ["  1.ts\t", `  1.ts?${query}\t`],
    ["\u00a0", "\u00a0"],
    ["data:text/plain,1", "data:text/plain,1"],
    ["skd://key", "skd://key"],
    ["blob:x", "blob:x"],
  ])("%s", (line, expected) => {
    expect(signedLine(line)).toBe(expected);
  });

  it.each(["clip#1.ts", "clip#1.ts?a=b", "clip#/1/2.ts", "clip#t=10.5", "clip#a b"])(
    "keeps a fragment behind the parameters, whatever is in it, since players request what is before it: %s",
    (line) => {
      const [address = "", fragment = ""] = line.split("#");
      expect(signedLine(line)).toBe(`${address}?${query}#${fragment}`);
      const requested = new URL(signedLine(line), playlistUrl);
      requested.hash = "";
      expect(requested.href).toBe(`${host}/course/42/1080p/clip?${query}`);
    },
  );

  it("asks for a URL that the verifier lets through", async () => {
    const lines = [
      "1.ts",
      "../1.ts?x=1&y",
      "/course/42/a b'(ü).ts?q='#f",
      "a.b/.c/1.ts",
      `${host}/course/42/x/../1.ts`,
      "?x",
      "a%2Fb/.../~1.ts",
    ];
    const signed = sign(`#EXTM3U\n${lines.join("\n")}`)
      .split("\n")
      .slice(1);
    expect(signed).toHaveLength(lines.length);
    for (const line of signed) {
      const url = new URL(line, playlistUrl);
      url.hash = "";
      expect(outcome(await verifierOf().verifyUrl(url.href)), line).toBe("allowed");
    }
  });
});

describe("a tag with a URI", () => {
  it.each([
    '#EXT-X-KEY:METHOD=AES-128,URI="URI",IV=0x1',
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="URI"',
    '#EXT-X-MAP:URI="URI",BYTERANGE="10@0"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en, x",URI="URI"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a",URI="URI"',
    '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="URI"',
    '#EXT-X-SESSION-DATA:DATA-ID="x",URI="URI"',
    '#EXT-X-RENDITION-REPORT:URI="URI",LAST-MSN=1',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="URI",BYTERANGE-START=1',
    '#EXT-X-PART:DURATION=1,URI="URI",INDEPENDENT=YES',
    '#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",X-ASSET-URI="URI",X-RESTRICT="SKIP,JUMP"',
    '#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",X-ASSET-LIST="URI"',
    '#EXT-X-DATERANGE:ID="next",CLASS="com.apple.hls.preload",X-URI="URI",X-TARGET-ID="ad"',
    '#EXT-X-DATERANGE:ID="day",CLASS="com.apple.hls.daterange-schedule",X-URI="URI"',
    // Not as it is specified, and found in the wild.
    '#EXT-X-MEDIA:TYPE=AUDIO, NAME="a", URI="URI",',
    ' #EXT-X-KEY:METHOD=AES-128,URI="URI" ',
  ])("%s", (line) => {
    for (const [uri, signed] of [
      ["a.key", `a.key?${query}`],
      ["a b.key?x=1,2#f", `a%20b.key?x=1,2&${query}#f`],
      [`${host}/course/42/a.key`, `${host}/course/42/a.key?${query}`],
      ["skd://key?x=1", "skd://key?x=1"],
      ["data:text/plain;base64,AAAA", "data:text/plain;base64,AAAA"],
      ["", ""],
      ["#here", "#here"],
    ] as const)
      expect(signedLine(line.replace('"URI"', `"${uri}"`))).toBe(line.replace('"URI"', `"${signed}"`));
  });

  it.each([
    '#EXT-X-MEDIA:TYPE=AUDIO,NAME="x,URI=y,",GROUP-ID="URI=z"',
    '#EXT-X-DATERANGE:ID="x",X-COM-EXAMPLE="https://other.example/,URI=1",X-COM-EXAMPLE-X-URI="a"',
    "#EXT-X-KEY:",
    "#EXT-X-KEY",
  ])("has none in %s", (line) => {
    expect(signedLine(line)).toBe(line);
  });

  it("is read from its start, and quotes are obeyed", () => {
    expect(signedLine('#EXT-X-MEDIA:NAME="a,URI=""b",URI="c.m3u8"', { uncovered: "leave" })).toBe(
      '#EXT-X-MEDIA:NAME="a,URI=""b",URI="c.m3u8"',
    );
    expect(signedLine('#EXT-X-MEDIA:NAME=",URI=",URI="c.m3u8"')).toBe(
      `#EXT-X-MEDIA:NAME=",URI=",URI="c.m3u8?${query}"`,
    );
    expect(signedLine(`#EXT-X-MAP:URI="$&$1.mp4"`)).toBe(`#EXT-X-MAP:URI="$&$1.mp4?${query}"`);
  });
});

describe("everything else", () => {
  const others = [
    '#EXTINF:6.0,Title, with URI="a.ts"',
    "#EXT-X-BYTERANGE:100@0",
    '#EXT-X-STREAM-INF:BANDWIDTH=1,NAME="URI=x"',
    "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
    "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES",
    '#EXT-X-UNKNOWN:URI=""',
    "#EXT-X-UNKNOWN:a.ts",
    "# a.ts",
    "# https://other.example/",
    "#",
    '##EXT-X-MAP:URI="a.mp4"',
    "   ",
    "",
  ];

  it.each(["\n", "\r\n", "\n\r"])("stays as it is, with line breaks %j", (lineBreak) => {
    for (const last of ["", lineBreak, lineBreak + lineBreak])
      for (const mark of ["", "\ufeff"]) {
        const text = (uri: string) => mark + ["#EXTM3U", ...others, uri, ...others].join(lineBreak) + last;
        expect(sign(text("1.ts"))).toBe(text(`1.ts?${query}`));
      }
  });

  it("stays as it is in a playlist without URIs", () => {
    for (const text of ["#EXTM3U", "#EXTM3U\n", '#EXTM3U x-tvg-url="a"\r\n', "\ufeff#EXTM3U\n#EXT-X-ENDLIST"])
      expect(sign(text)).toBe(text);
  });
});

describe("a URI that the grant does not sign", () => {
  it.each([
    ["../../43/1.ts", "ERR_RESOURCE_MISMATCH"],
    ["https://other.example/course/42/1.ts", "ERR_RESOURCE_MISMATCH"],
    [`http:${host.slice(6)}/course/42/1.ts`, "ERR_RESOURCE_MISMATCH"],
    [`1.ts?${query}`, "ERR_URL_ALREADY_SIGNED"],
    ["1.ts?x&%45xpires=1", "ERR_URL_ALREADY_SIGNED"],
    ["https://user:secret@d111111abcdef8.cloudfront.net/course/42/1.ts", "ERR_URL_INVALID"],
    ["a\u0000.ts", "ERR_URL_INVALID"],
    ["https://[/1.ts", "ERR_URL_INVALID"],
    ["{$unknown}/1.ts", "ERR_MANIFEST_INVALID"],
  ])("%j is refused with the number of its line, or left", async (line, code) => {
    for (const [text, number] of [
      [`#EXTM3U\n\n#EXTINF:1,\n${line}`, 4],
      [`#EXTM3U\r\n\r\n1.ts\r\n${line}`, 4],
      [`#EXTM3U\n1.ts\n${line}\n`, 3],
    ] as const) {
      const error = await refusal(() => sign(text));
      expect([error.code, error.option]).toEqual([code, "playlist"]);
      expect(error.message).toMatch(
        new RegExp(
          `^playlist: line ${number}: .+; .+, or pass uncovered: "leave" to leave the line unsigned$`,
        ),
      );
      expect(error.message).not.toMatch(/secret|Signature=/);
      expect(sign(text, { uncovered: "leave" })).toBe(
        text.replace(/1\.ts\r?\n(?=.)/, (all) => all.replace("1.ts", `1.ts?${query}`)),
      );
    }
  });

  it.each(['#EXT-X-MAP:URI="a.mp4', "#EXT-X-MAP:URI=a b.mp4", '#EXT-X-MAP:X="a"b,URI="a.mp4"'])(
    "%s",
    async (line) => {
      expect(await refusedAs(() => signedLine(line))).toBe("ERR_MANIFEST_INVALID playlist");
      expect(signedLine(line, { uncovered: "leave" })).toBe(line);
    },
  );

  it("leaves the others signed", () => {
    expect(sign("#EXTM3U\nhttps://ads.example/1.ts\n1.ts\n", { uncovered: "leave" })).toBe(
      `#EXTM3U\nhttps://ads.example/1.ts\n1.ts?${query}\n`,
    );
    const signed = sign("#EXTM3U\n1.ts\n");
    expect(sign(signed, { uncovered: "leave" })).toBe(signed);
  });

  it("is every URI but the one that a canned policy is for", async () => {
    const one = await rsaSigner().grant({ resource: `${host}/course/42/1080p/a%20b.ts`, dateLessThan: end });
    expect(sign("#EXTM3U\na b.ts\nb.ts", { uncovered: "leave" }, one)).toBe(
      `#EXTM3U\na%20b.ts?${one.query}\nb.ts`,
    );
  });
});

describe("variables", () => {
  const define = '#EXT-X-DEFINE:NAME="dir",VALUE="1080p"\n#EXT-X-DEFINE:NAME="auth",VALUE="x.ts?token=1"\n';
  const text = (uri: string) => `#EXTM3U\n${define}${uri}\n#EXT-X-MAP:URI="${uri}"`;

  it.each([
    ["{$dir}/1.ts", `{$dir}/1.ts?${query}`],
    ["{$auth}", `{$auth}&${query}`],
    ["{$auth}?", `{$auth}?&${query}`],
    ["{$dir}/1.ts?", `{$dir}/1.ts?${query}`],
    ["{$dir}/{$auth}&a b#{$dir}", `{$dir}/{$auth}&a b&${query}#{$dir}`],
    // Dots stand in front of variables only: behind one that a reader does not replace they lead elsewhere.
    ["../42/{$dir}/{$dir}/1.ts?x={$dir}/../", `../42/{$dir}/{$dir}/1.ts?x={$dir}/../&${query}`],
    ["{$}{dir}$dir.ts", `%7B$%7D%7Bdir%7D$dir.ts?${query}`],
  ])("decide what is covered, and stay in the text: %s", (uri, expected) => {
    expect(sign(text(uri))).toBe(text(expected));
  });

  it("come from the query of the playlist, and from the multivariant playlist", () => {
    const body = '#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="a"\n#EXT-X-DEFINE:IMPORT="b"\n{$a}/{$b}';
    const options = { playlistUrl: `${playlistUrl}?a=x%2Fy&b=no&${query}`, variables: { b: "1.ts?z" } };
    expect(sign(body, options)).toBe(`${body}&${query}`);
    expect(sign(body, { ...options, variables: { b: "skd:" } })).toBe(`${body}?${query}`);
    expect(sign(body, { ...options, variables: { b: undefined }, uncovered: "leave" })).toBe(body);
  });

  it("throw, or stay unsigned, when they lead elsewhere or have no value", async () => {
    const leading = (value: string, uri = "{$v}/1.ts") =>
      `#EXTM3U\n#EXT-X-DEFINE:NAME="v",VALUE="${value}"\n${uri}`;
    for (const [body, expected] of [
      [leading("https://other.example"), "ERR_RESOURCE_MISMATCH playlist"],
      [leading("../../.."), "ERR_RESOURCE_MISMATCH playlist"],
      [leading("{$v}"), "ERR_MANIFEST_INVALID playlist"],
      [leading("a#b"), "ERR_MANIFEST_INVALID playlist"],
      [leading("a", "{$w}"), "ERR_MANIFEST_INVALID playlist"],
      ['#EXTM3U\n{$v}\n#EXT-X-DEFINE:NAME="v",VALUE="late"', "ERR_MANIFEST_INVALID playlist"],
      ['#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="v"\n{$v}', "ERR_MANIFEST_INVALID playlist"],
      ['#EXTM3U\n#EXT-X-DEFINE:NAME="v"\n{$v}', "ERR_MANIFEST_INVALID playlist"],
      ['#EXTM3U\n#EXT-X-DEFINE:IMPORT="w"\n{$w}', "ERR_MANIFEST_INVALID playlist"],
    ] as const) {
      expect(await refusedAs(() => sign(body))).toBe(expected);
      expect(sign(body, { uncovered: "leave" })).toBe(body);
    }
    expect(sign(leading("skd:", "{$v}//key"))).toBe(leading("skd:", "{$v}//key"));
  });
});

describe("the options", () => {
  it("use of playlistUrl only scheme, host and path", () => {
    for (const url of [
      `${playlistUrl}?${query}#x`,
      `${playlistUrl}?x=/../`,
      new URL(playlistUrl),
      playlistUrl.replace("//", "//user:secret@"),
    ])
      expect(sign("#EXTM3U\n1.ts", { playlistUrl: url })).toBe(`#EXTM3U\n1.ts?${query}`);
    expect(sign("#EXTM3U\n42/1.ts", { playlistUrl: `${host}/course/` })).toBe(`#EXTM3U\n42/1.ts?${query}`);
    expect(sign("#EXTM3U\ncourse/42/1.ts", { playlistUrl: host })).toBe(`#EXTM3U\ncourse/42/1.ts?${query}`);
  });

  it.each(["file:///v/index.m3u8", "https://:443/index.m3u8"])("refuse the playlistUrl %s", async (url) => {
    expect(await refusedAs(() => sign("#EXTM3U", { playlistUrl: url }))).toBe("ERR_URL_INVALID playlistUrl");
  });

  it("refuse unknown names", async () => {
    expect(await refusedAs(() => sign("#EXTM3U", { uncoverd: "leave" }))).toBe("ERR_OPTION_UNKNOWN uncoverd");
  });

  it.each([
    "",
    "\n#EXTINF:6,",
    "#EXTM3U8\n",
    "#EXTINF:1,\n1.ts",
    "<MPD/>",
    " #EXTM3U",
    "\ufeff\ufeff#EXTM3U",
    "\u001f\u008b",
    "<html>",
    "Not found",
  ])("do not make a playlist of %j", async (text) => {
    for (const uncovered of ["leave", "throw"])
      expect(await refusedAs(() => sign(text, { uncovered }))).toBe("ERR_MANIFEST_INVALID playlist");
  });

  it("say the same of a text behind a byte order mark", async () => {
    for (const text of ["", "<html>", " #EXTM3U"])
      expect((await refusal(() => sign(`\ufeff${text}`))).message).toBe(
        (await refusal(() => sign(text))).message,
      );
  });
});
