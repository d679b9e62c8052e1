import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streaming } from "../../support/streaming.ts";

/** A stream makes what the function makes, however its input is cut. */

const playlistUrl = `${host}/course/42/index.m3u8`;
const grant = await rsaSigner().grant({ resource: `${host}/course/42/*`, dateLessThan: end });
const utf8 = new TextEncoder();
const text = [
  "\ufeff#EXTM3U",
  '#EXT-X-DEFINE:NAME="v",VALUE="a"',
  '#EXT-X-KEY:METHOD=AES-128,URI="ü 🔑.key",IV=0x1',
  "#EXTINF:6,Grüße 🎬",
  "segment ü🎬.ts?x=1#y\r",
  "",
  "\r\r{$v}/1.ts\r",
  "\rb.ts",
  "   c.ts  ",
  "#EXT-X-ENDLIST",
  "d.ts",
].join("\n");

/** What comes out for these chunks, one after the other. */
async function outputOf(chunks: Iterable<unknown>, options: object = {}): Promise<unknown[]> {
  const { readable, writable } = createHlsSigningStream(grant, { playlistUrl, ...options });
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const writing = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  // The reader gets the same error.
  writing.catch(() => {});
  const output: unknown[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return output;
    output.push(value);
  }
}

/** Strings as they are, bytes as the text that they hold. */
function joined(output: readonly unknown[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return output
    .map((chunk) =>
      typeof chunk === "string" ? chunk : decoder.decode(chunk as Uint8Array, { stream: true }),
    )
    .join("");
}

function cut<T extends string | Uint8Array>(whole: T, at: readonly number[]): T[] {
  const ends = [...at.map((part) => part % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return ends.map((to, i) => whole.slice(ends[i - 1] ?? 0, to) as T);
}

describe("the HLS stream", () => {
  it(
    "returns the same for any two parts of the text or its bytes",
    streaming(async () => {
      const expected = signHlsPlaylist(text, grant, { playlistUrl });
      for (const whole of [text, utf8.encode(text)])
        for (let at = 0; at <= whole.length; at++)
          expect(joined(await outputOf(cut(whole, [at]))), String(at)).toBe(expected);
    }),
  );

  it(
    "returns the same for every playlist in any parts",
    streaming(async () => {
      const line = fc.oneof(
        fc.constantFrom(
          "#EXTINF:1,",
          '#EXT-X-MAP:URI="a.mp4"',
          "# ü",
          "1.ts",
          "ü/🎬.ts",
          "",
          " ",
          "http://other.example/1.ts",
          "#EXT-X-MAP:URI",
        ),
        fc.string({ unit: "grapheme" }),
      );
      const playlist = fc
        .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 12 })
        .map((lines) => `#EXTM3U\n${lines.flat().join("")}`);
      // A lone CR within a line is refused, whatever is left.
      const attempt = async (action: () => string | Promise<string>): Promise<string> => {
        try {
          return await action();
        } catch (error) {
          return String(error);
        }
      };
      await fc.assert(
        fc.asyncProperty(playlist, fc.array(fc.nat(500), { maxLength: 40 }), async (body, at) => {
          const options = { uncovered: "leave" } as const;
          const expected = await attempt(() => signHlsPlaylist(body, grant, { playlistUrl, ...options }));
          expect(await attempt(async () => joined(await outputOf(cut(body, at), options)))).toBe(expected);
          expect(await attempt(async () => joined(await outputOf(cut(utf8.encode(body), at), options)))).toBe(
            expected,
          );
        }),
        runs(20260101, 100),
      );
    }),
  );

  it(
    "gives bytes for bytes of any kind, and strings for strings",
    streaming(async () => {
      const bytes = utf8.encode("#EXTM3U\n1.ts\n");
      for (const chunk of [
        bytes,
        bytes.buffer,
        new DataView(bytes.buffer),
        new Uint8ClampedArray(bytes.buffer),
      ]) {
        const output = await outputOf([chunk]);
        expect(output.every((part) => part instanceof Uint8Array)).toBe(true);
        expect(joined(output)).toBe(`#EXTM3U\n1.ts?${grant.query}\n`);
      }
      expect(await outputOf(["#EXTM3U\n1.ts\n", "2.ts"])).toEqual([
        `#EXTM3U\n1.ts?${grant.query}\n`,
        `2.ts?${grant.query}`,
      ]);
    }),
  );

  it.each(["\n", "\r\n"])(
    "holds no more than one line, with %j",
    streaming(async (lineBreak) => {
      for (const toChunk of [(part: string) => part, (part: string) => utf8.encode(part)]) {
        const { readable, writable } = createHlsSigningStream(grant, { playlistUrl });
        const writer = writable.getWriter();
        const reader = readable.getReader();
        let seen = "";
        for (const line of ["#EXTM3U", "1.ts", "2.ts", "#3"]) {
          for (const character of line + lineBreak) writer.write(toChunk(character));
          writer.write(toChunk("#"));
          const expected =
            signHlsPlaylist(`#EXTM3U\n${line}`, grant, { playlistUrl }).slice("#EXTM3U\n".length) + lineBreak;
          while (!seen.endsWith(expected)) seen += joined([(await reader.read()).value]);
          writer.write(toChunk(lineBreak));
        }
        expect(seen.split(grant.query)).toHaveLength(3);
      }
    }),
  );

  it(
    "numbers lines as the function does, wherever it was cut",
    streaming(async () => {
      for (const [bad, line] of [
        ["#EXTM3U\r\n\r\n1.ts\n2.ts\n\n\r../../1.ts\n", 6],
        ["#EXTM3U\r\n\r\n1.ts\r2.ts\n", 3],
        ["#EXTM3U\r1.ts\r2.ts\r", 1],
      ] as const) {
        const { message } = await refusal(() => signHlsPlaylist(bad, grant, { playlistUrl }));
        expect(message).toContain(`line ${line}:`);
        for (let at = 0; at <= bad.length; at++)
          expect((await refusal(() => outputOf(cut(bad, [at, at + 1])))).message, String(at)).toBe(message);
        expect((await refusal(() => outputOf(bad))).message).toBe(message);
      }
    }),
  );

  it.each([
    ["half a character at the end", [utf8.encode("#EXTM3U\nü").slice(0, -1)]],
    ["a byte that is in no UTF-8", [utf8.encode("#EXTM3U\n"), Uint8Array.of(0xff), utf8.encode("\n")]],
    [
      "Latin-1 in a comment",
      [Uint8Array.from("#EXTM3U\n#Gr\u00fc\u00dfe\n", (character) => character.charCodeAt(0))],
    ],
    ["compressed bytes", [Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)]],
    ["nothing", []],
    ["an empty chunk", [new Uint8Array()]],
    ["something else", ["<html>"]],
  ])(
    "fails for %s",
    streaming(async (_, chunks) => {
      expect(await refusedAs(() => outputOf(chunks))).toBe("ERR_MANIFEST_INVALID playlist");
    }),
  );

  it.each([
    ["a number", [1]],
    ["an object", [{ byteLength: 1 }]],
    ["null", [null]],
    ["bytes between strings", ["#EXTM3U\n", Uint8Array.of(0x61), "1.ts\n"]],
    ["a string behind bytes", [utf8.encode("#EXTM3U\n"), "1.ts\n"]],
  ])(
    "refuses %s",
    streaming(async (_, chunks) => {
      expect(await refusedAs(() => outputOf(chunks))).toBe("ERR_OPTION_INVALID chunk");
    }),
  );

  it(
    "does not wait for the end of what is not a playlist",
    streaming(async () => {
      const endless = (function* () {
        for (;;) yield "no playlist, and no line break ";
      })();
      expect(await refusedAs(() => outputOf(endless))).toBe("ERR_MANIFEST_INVALID playlist");
    }),
  );

  it("throws for its options at once", async () => {
    expect(await refusedAs(() => createHlsSigningStream(grant, { playlistUrl: "a.m3u8" }))).toBe(
      "ERR_URL_INVALID playlistUrl",
    );
    expect(await refusedAs(() => createHlsSigningStream({} as never, { playlistUrl }))).toBe(
      "ERR_OPTION_INVALID grant",
    );
  });
});
