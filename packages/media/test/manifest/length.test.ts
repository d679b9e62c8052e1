import { mpd, streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** A short text becomes a long one: each of its references gets a signature. The caller limits what comes out. */

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const [playlistUrl, manifestUrl] = [`${host}/v/a.m3u8`, `${host}/v/a.mpd`];
const playlist = (segments: number) => `#EXTM3U\n${"a\n".repeat(segments)}`;
const manifest = (segments: number) =>
  mpd(
    `<Period><AdaptationSet><Representation id="1" bandwidth="1"><SegmentList>${'<SegmentURL media="a"/>'.repeat(segments)}</SegmentList></Representation></AdaptationSet></Period>`,
  );

const formats = [
  {
    name: "an HLS playlist",
    text: playlist,
    sign: (text: string, options = {}) => signHlsPlaylist(text, grant, { playlistUrl, ...options }),
    stream: (options = {}) => createHlsSigningStream(grant, { playlistUrl, ...options }),
  },
  {
    name: "a DASH manifest",
    text: manifest,
    sign: (text: string, options = {}) => signDashManifest(text, grant, { manifestUrl, ...options }),
    stream: (options = {}) => createDashSigningStream(grant, { manifestUrl, ...options }),
  },
];

describe.each(formats)("$name that becomes longer than maxLength", ({ text, sign, stream }) => {
  const short = text(20);
  const { length } = sign(short);
  const chunksOf = (whole: string) => [
    [whole],
    [new TextEncoder().encode(whole)],
    whole.match(/.{1,7}/gs) ?? [],
  ];

  it(
    "is an error, by one character, as text and as a stream in any pieces",
    streaming(async () => {
      expect(sign(short, { maxLength: length })).toHaveLength(length);
      const maxLength = length - 1;
      expect((await refusal(() => sign(short, { maxLength }))).code).toBe("ERR_MANIFEST_TOO_LONG");
      for (const chunks of chunksOf(short)) {
        expect((await streamed(stream({ maxLength: length }), chunks)).text).toHaveLength(length);
        const { code } = await refusal(() => streamed(stream({ maxLength }), chunks));
        expect(code).toBe("ERR_MANIFEST_TOO_LONG");
      }
    }),
  );

  it(
    "counts what is not signed, too",
    streaming(async () => {
      const other = short.replace(/a(?=["\n])/g, "https://other.example/a");
      const whole = sign(other, { uncovered: "leave" });
      const options = { uncovered: "leave", maxLength: whole.length - 1 };
      expect((await refusal(() => sign(other, options))).code).toBe("ERR_MANIFEST_TOO_LONG");
    }),
  );

  it(
    "stops a stream at 67,108,864 characters by default, and one of 10 MB long before its end",
    streaming(async () => {
      let sent = 0;
      const piece = new TextEncoder().encode(
        text(2000)
          .replace(/<\/Seg.*/, "")
          .replace(/^<MPD.*?List>/, ""),
      );
      const head = new TextEncoder().encode(text(0).replace(/<\/Seg.*/, ""));
      const { readable, writable } = stream();
      const writer = writable.getWriter();
      const writing = (async () => {
        await writer.write(head);
        for (;;) {
          await writer.write(piece);
          sent += piece.length;
        }
      })();
      writing.catch(() => {});
      const reader = readable.getReader();
      let received = 0;
      const { code } = await refusal(async () => {
        for (;;) received += (await reader.read()).value?.length ?? 0;
      });
      expect(code).toBe("ERR_MANIFEST_TOO_LONG");
      expect(received).toBeLessThanOrEqual(67_108_864);
      expect(received).toBeGreaterThan(66_000_000);
      expect(sent).toBeLessThan(10_000_000);
    }),
  );

  it(
    "may be more than a text can be only as a stream",
    streaming(async () => {
      expect((await refusal(() => sign(short, { maxLength: 268_435_457 }))).message).toBe(
        "maxLength: is 268435457; pass a number of characters, 1 or more and at most 268435456: only a stream signs more",
      );
      expect(() => stream({ maxLength: 268_435_457 })).not.toThrow();
      expect(() => stream({ maxLength: Number.POSITIVE_INFINITY })).not.toThrow();
      for (const maxLength of [0, -1, 0.5, Number.NaN, null, "9", {}, 5n])
        expect((await refusal(() => stream({ maxLength }))).option, String(maxLength)).toBe("maxLength");
    }),
  );
});
