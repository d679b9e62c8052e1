import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream } from "cloudfront-sign-media/hls";
import { signManifests } from "cloudfront-sign-media/server";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** What is signed is what is decoded: nothing tells a reader to decode the text as anything but UTF-8. */

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const manifestUrl = `${host}/v/a.mpd`;
const playlistUrl = `${host}/v/a.m3u8`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const body = mpd("<!-- é --><BaseURL>a.mp4</BaseURL>");
const asciiBody = mpd("<BaseURL>a.mp4</BaseURL>");
const declared = (declaration: string, rest = asciiBody) => `<?xml version="1.0" ${declaration}?>\n${rest}`;

/** As text, as a stream of text, and of bytes that come one by one. */
const ways: [string, (xml: string) => unknown][] = [
  ["as text", (xml) => signDashManifest(xml, grant, { manifestUrl })],
  ["as a stream of text", (xml) => streamed(createDashSigningStream(grant, { manifestUrl }), [xml])],
  [
    "as a stream of bytes",
    (xml) =>
      streamed(
        createDashSigningStream(grant, { manifestUrl }),
        Array.from(bytesOf(xml), (byte) => Uint8Array.of(byte)),
      ),
  ],
];

describe.each(ways)("an XML declaration, %s", (_, sign) => {
  it.each([
    'encoding="UTF-8"',
    "encoding='utf-8'",
    'encoding = "Utf8" standalone="yes"',
    'standalone="yes"',
    "",
  ])(
    "may have: %s",
    streaming(async (declaration) => {
      await sign(declared(declaration, body));
    }),
  );

  it.each([
    ...["US-ASCII", "ISO-8859-1", "iso-8859-15", "ISO8859-1", "latin1", "windows-1252", "cp1252", "x-cp1251"],
    ...["KOI8-R", "Big5", "EUC-JP", "euc-kr", "GB2312", "gbk", "gb18030"],
  ])(
    "names %s: plain ASCII is signed, and what reads differently is not",
    streaming(async (encoding) => {
      await sign(declared(`encoding="${encoding}"`));
      for (const xml of [
        declared(`encoding="${encoding}"`, body),
        `\ufeff${declared(`encoding="${encoding}"`)}`,
        declared(`encoding='${encoding}' standalone='no'`, `${asciiBody}<!--é-->`),
        `<!--é-->${declared(`encoding="${encoding}"`)}`,
      ]) {
        const { code, message } = await refusal(() => sign(xml) as Promise<unknown>);
        expect([code, message.replace(/line \d/, "line 1")]).toEqual([
          "ERR_MANIFEST_INVALID",
          `manifest: line 1: the XML declaration has the encoding ${encoding}, in which players may find other references than in UTF-8; convert the text to UTF-8, and write encoding="UTF-8"`,
        ]);
      }
    }),
  );

  it.each([
    "UTF-16",
    "UTF-16LE",
    "UTF-32",
    "UTF-7",
    "ISO-2022-JP",
    "ISO-2022-KR",
    "HZ-GB-2312",
    "Shift_JIS",
    "IBM037",
    "x-user-defined",
    "UTF-8x",
    "utf-8-mac",
  ])(
    "names %s, in which ASCII may be something else",
    streaming(async (encoding) => {
      expect(await refusedAs(() => sign(declared(`encoding="${encoding}"`)) as Promise<unknown>)).toBe(
        "ERR_MANIFEST_INVALID manifest",
      );
    }),
  );

  it.each([
    ["encoding=gbk", "without quotes"],
    ['encoding="gbk', "in half of its quotes"],
    [`version='encoding="UTF-8"' encoding="UTF-7"`, "behind one in a value"],
    [`encoding="UTF-7" version='x encoding="UTF-8"'`, "before one in a value"],
    ['encoding="UTF-8" encoding="UTF-7"', "a second time"],
    ['ENCODING="UTF-7"', "in capitals"],
    ['\tencoding\n=\r\n"UTF-7"', "with white space"],
    ['encoding=""', "empty"],
    ['encoding="UTF-8;UTF-7"', "with another in it"],
    ['xencoding="UTF-7"', "in another attribute"],
  ])(
    "has its encoding %s (%s)",
    streaming(async (declaration) => {
      expect(await refusedAs(() => sign(declared(declaration)) as Promise<unknown>)).toBe(
        "ERR_MANIFEST_INVALID manifest",
      );
    }),
  );

  it.each([
    `${asciiBody}<?xml version="1.0" encoding="UTF-7"?>`,
    ` \n<?xml encoding="UTF-7"?>${asciiBody}`,
    `<?XML encoding="UTF-7"?>${asciiBody}`,
    `<?xml?>${asciiBody}<?xml encoding="UTF-7"?>`,
    `<?xml encoding="gbk"?>${asciiBody}<?xml encoding="UTF-7"?>`,
    mpd('<?xml encoding="UTF-7"?><BaseURL>a.mp4</BaseURL>'),
  ])(
    "counts wherever it stands: %s",
    streaming(async (xml) => {
      expect(await refusedAs(() => sign(xml) as Promise<unknown>)).toBe("ERR_MANIFEST_INVALID manifest");
    }),
  );

  it(
    "is not another instruction",
    streaming(async () => {
      await sign(`<?xml-stylesheet encoding="UTF-7"?><?a encoding="UTF-7"?>${body}`);
    }),
  );
});

describe("bytes with the mark of another encoding", () => {
  const marks: [string, number[]][] = [
    ["UTF-16, big-endian", [0xfe, 0xff]],
    ["UTF-16, little-endian", [0xff, 0xfe]],
    ["UTF-32, big-endian", [0, 0, 0xfe, 0xff]],
    ["UTF-32, little-endian", [0xff, 0xfe, 0, 0]],
    ["UTF-7", [0x2b, 0x2f, 0x76, 0x38, 0x2d]],
    ["UTF-EBCDIC", [0xdd, 0x73, 0x66, 0x73]],
    ["SCSU", [0x0e, 0xfe, 0xff]],
    ["BOCU-1", [0xfb, 0xee, 0x28]],
    ["GB 18030", [0x84, 0x31, 0x95, 0x33]],
  ];
  it.each(marks)(
    "are refused: %s",
    streaming(async (_, mark) => {
      const behindMark = (text: string) => [Uint8Array.from([...mark, ...bytesOf(text)])];
      expect(
        await refusedAs(() =>
          streamed(createDashSigningStream(grant, { manifestUrl }), behindMark(asciiBody)),
        ),
      ).toBe("ERR_MANIFEST_INVALID manifest");
      expect(
        await refusedAs(() =>
          streamed(createHlsSigningStream(grant, { playlistUrl }), behindMark("#EXTM3U\na.ts\n")),
        ),
      ).toBe("ERR_MANIFEST_INVALID playlist");
    }),
  );
});

describe("the answer of signManifests", () => {
  const typeOf = async (path: string, type: string | undefined, text: string, method = "GET") => {
    const handler = signManifests({
      grant,
      now: () => moment,
      origin: () =>
        new Response(bytesOf(text), { headers: type === undefined ? {} : { "Content-Type": type } }),
    });
    const response = await handler(new Request(`${host}/v/${path}`, { method }));
    await response.text();
    return response.headers.get("Content-Type");
  };
  const charsets = [
    "",
    "; charset=iso-2022-jp",
    ";charset=gbk",
    '; CHARSET="gb18030"',
    "; a=b; charset=utf-16le;charset=utf-8",
    "; charset=x-user-defined ; q",
    "; charset=utf-8",
    "; charset=utf-7",
    ";charset",
    ';x="',
  ];

  it.each(charsets)(
    "says UTF-8 when the origin says %j",
    streaming(async (charset) => {
      for (const method of ["GET", "HEAD"]) {
        expect(await typeOf("a", `application/dash+xml${charset}`, asciiBody, method)).toBe(
          "application/dash+xml; charset=utf-8",
        );
        expect(await typeOf("a.mpd", `text/xml${charset}`, asciiBody, method)).toBe(
          "text/xml; charset=utf-8",
        );
        expect(await typeOf("a", `audio/mpegurl${charset}`, "#EXTM3U\n", method)).toBe(
          "audio/mpegurl; charset=utf-8",
        );
      }
    }),
  );

  it(
    "has a type also when the origin sends none",
    streaming(async () => {
      expect(await typeOf("a.mpd", undefined, asciiBody)).toBe("application/dash+xml; charset=utf-8");
      expect(await typeOf("a.m3u8", undefined, "#EXTM3U\n")).toBe(
        "application/vnd.apple.mpegurl; charset=utf-8",
      );
    }),
  );
});
