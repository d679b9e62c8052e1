import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";

/** Playlists that others test their parsers with, signed, and read by two parsers before and after. */

const require = createRequire(import.meta.url);
const { Parser } = require("m3u8-parser") as {
  Parser: new () => { push(text: string): void; end(): void; manifest: unknown };
};
const hlsParser = require("hls-parser") as {
  parse(text: string): unknown;
  setOptions(options: object): void;
};
hlsParser.setOptions({ silent: true });

const folder = join(dirname(require.resolve("m3u8-parser/package.json")), "test/fixtures/integration");
const playlists = readdirSync(folder)
  .filter((name) => name.endsWith(".m3u8"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const isPlaylist = ({ text }: { text: string }): boolean => text.startsWith("#EXTM3U");

const playlistUrl = `${host}/a/b/c/index.m3u8`;
const grant = await rsaSigner().grant({ resource: `${host}/*`, dateLessThan: end });
const options = { playlistUrl, uncovered: "leave" } as const;
const isCovered = (uri: string): boolean =>
  URL.canParse(uri, playlistUrl) && grant.covers(new URL(uri, playlistUrl));

/** What a parser makes of the text: data, or the words of its refusal. */
const parsers: Record<string, (text: string) => unknown> = {
  "m3u8-parser": (text) => {
    const parser = new Parser();
    parser.push(text);
    parser.end();
    return JSON.parse(JSON.stringify(parser.manifest));
  },
  "hls-parser": (text) => {
    try {
      return JSON.parse(JSON.stringify(hlsParser.parse(text)));
    } catch (error) {
      return { refused: String(error) };
    }
  },
};

/** Every string of the data, with the name that it has there. */
function* stringsOf(data: unknown, name = ""): Generator<[name: string, value: string]> {
  if (typeof data === "string") yield [name, data];
  else
    for (const [key, value] of Object.entries(data ?? {}))
      yield* stringsOf(value, Array.isArray(data) ? name : key);
}

const unsigned = (text: string): string =>
  text.replaceAll(`?${grant.query}`, "").replaceAll(`&${grant.query}`, "");

describe("playlists of m3u8-parser's own tests", () => {
  it("number more than 50", () => {
    expect(playlists.filter(isPlaylist).length).toBeGreaterThan(50);
  });

  it.each(playlists.filter((playlist) => !isPlaylist(playlist)))("$name is refused", async ({ text }) => {
    expect(await refusedAs(() => signHlsPlaylist(text, grant, options))).toBe(
      "ERR_MANIFEST_INVALID playlist",
    );
  });

  it.each(playlists.filter(isPlaylist))("$name: only lines with a URI change", ({ text }) => {
    const signed = signHlsPlaylist(text, grant, options);
    expect(unsigned(signed)).toBe(text);
    const before = text.split("\n");
    for (const [i, line] of signed.split("\n").entries())
      if (line !== before[i])
        expect(before[i]).toMatch(/^[^#]|^#EXT-X-[A-Z-]+:(?:.*,)?(?:URI|X-ASSET-URI)="/);
  });

  it.each(playlists.filter(isPlaylist))(
    "$name: both parsers read the same, and every covered URI verifies",
    async ({ text }) => {
      const signed = signHlsPlaylist(text, grant, options);
      for (const [parser, parse] of Object.entries(parsers)) {
        const [before, after] = [parse(text), parse(signed)];
        expect(JSON.parse(unsigned(JSON.stringify(after))), parser).toEqual(before);
        const originals = [...stringsOf(before)];
        for (const [i, [name, value]] of [...stringsOf(after)].entries()) {
          const [, original = ""] = originals[i] ?? [];
          if (!/^(uri|resolvedUri)$/i.test(name)) continue;
          // hls-parser gives parts of a segment that is not there yet an empty one.
          if (original === "" || !isCovered(original)) expect(value, parser).toBe(original);
          else
            expect(
              outcome(await verifierOf().verifyUrl(new URL(value, playlistUrl).href)),
              `${parser} ${original}`,
            ).toBe("allowed");
        }
      }
    },
  );

  it("get more than 350 signatures, and no covered URI goes without", () => {
    const signed = playlists.filter(isPlaylist).map(({ text }) => signHlsPlaylist(text, grant, options));
    expect(signed.join("").split(grant.query).length).toBeGreaterThan(350);
    // Nothing that either parser calls a URI and that is covered goes without.
    for (const text of signed)
      for (const parse of Object.values(parsers))
        for (const [name, value] of stringsOf(parse(text)))
          if (/^uri$/i.test(name) && value) expect(isCovered(value), value).toBe(false);
  });

  it("give the same text as a stream", async () => {
    for (const { text } of playlists.filter(isPlaylist)) {
      const chunks = new ReadableStream({
        start(controller) {
          for (let at = 0; at < text.length; at += 7)
            controller.enqueue(new TextEncoder().encode(text.slice(at, at + 7)));
          controller.close();
        },
      });
      const streamed = await new Response(chunks.pipeThrough(createHlsSigningStream(grant, options))).text();
      expect(streamed).toBe(signHlsPlaylist(text, grant, options));
    }
  });
});
