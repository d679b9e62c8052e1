import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import type { Grant } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** A stream lets other tasks run while it signs one large chunk. */

const grant = await rsaSigner().grant({ resource: `${host}/course/42/*`, dateLessThan: end });
const hls = { playlistUrl: `${host}/course/42/index.m3u8`, uncovered: "leave" } as const;
const dash = { manifestUrl: `${host}/course/42/index.mpd`, uncovered: "leave" } as const;

/** Two million characters, with long comments so that the test is quick. */
const playlist = `#EXTM3U\n${`#${"a".repeat(190)}\n../a\n/\n`.repeat(10_000)}`;
const manifest = `<MPD><Period><AdaptationSet><Representation id="1"><SegmentList>${`<!--${"a".repeat(170)}--><SegmentURL media="/"/>`.repeat(
  10_000,
)}</SegmentList></Representation></AdaptationSet></Period></MPD>`;

/** Counts the tasks that run until it is stopped. */
function countTurns(): () => number {
  let turns = 0;
  let isStopped = false;
  const turn = (): void => {
    if (isStopped) return;
    turns++;
    setTimeout(turn, 0);
  };
  setTimeout(turn, 0);
  return () => {
    isStopped = true;
    return turns;
  };
}

/** Writes one chunk. */
function through(stream: ReturnType<typeof createHlsSigningStream>, chunk: string | Uint8Array) {
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const writing = writer.write(chunk).then(() => writer.close());
  writing.catch(() => {});
  return { writer, reader, writing };
}

async function rest(reader: { read(): Promise<{ done: boolean; value?: unknown }> }): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += typeof value === "string" ? value : decoder.decode(value as Uint8Array, { stream: true });
  }
}

/** A grant that counts what it is asked. */
function counting(): { asked: () => number; grant: Grant } {
  let count = 0;
  const covers = (url: Parameters<Grant["covers"]>[0]): boolean => {
    count++;
    return grant.covers(url);
  };
  return { asked: () => count, grant: { ...grant, covers } };
}

/** Each reference another one, so that each is asked about. */
const manyReferences = `#EXTM3U\n${Array.from({ length: 40_000 }, (_, i) => `/${i}\n`).join("")}`;

describe("a chunk of two million characters", () => {
  it.each([
    ["HLS, text", () => createHlsSigningStream(grant, hls), playlist],
    ["HLS, bytes", () => createHlsSigningStream(grant, hls), new TextEncoder().encode(playlist)],
  ])(
    "leaves other tasks their turns: %s",
    streaming(async (_, create: () => ReturnType<typeof createHlsSigningStream>, chunk) => {
      const stop = countTurns();
      const { reader } = through(create(), chunk as string | Uint8Array);
      const text = await rest(reader);
      expect(stop()).toBeGreaterThan(5);
      expect(text === signHlsPlaylist(playlist, grant, hls)).toBe(true);
    }),
  );

  it(
    "leaves other tasks their turns: DASH",
    streaming(async () => {
      const stop = countTurns();
      const { reader } = through(createDashSigningStream(grant, dash), manifest);
      const text = await rest(reader);
      expect(stop()).toBeGreaterThan(5);
      expect(text === signDashManifest(manifest, grant, dash)).toBe(true);
    }),
  );

  it(
    "is cut between characters, so that each piece can be encoded alone",
    streaming(async () => {
      for (const start of ["", "a"]) {
        const text = `<MPD><!-- ${start}${"\u{1f3ac}".repeat(10_000)} --></MPD>`;
        const { reader } = through(createDashSigningStream(grant, dash), text);
        let encoded = "";
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          encoded += new TextDecoder().decode(new TextEncoder().encode(value));
        }
        expect(encoded === text).toBe(true);
      }
    }),
  );

  it(
    "with a fault in it fails for the writer and the reader",
    streaming(async () => {
      const faulty = `${manyReferences}a\rb\n${manyReferences.slice("#EXTM3U\n".length)}`;
      const { reader, writing } = through(createHlsSigningStream(grant, hls), faulty);
      const message =
        "playlist: line 40002: U+000D is inside a line, and some players start a new line there; end lines with LF or CRLF";
      await expect(rest(reader)).rejects.toThrow(message);
      await expect(writing).rejects.toThrow(message);
    }),
  );

  it(
    "is not signed to its end when the reader cancels",
    streaming(async () => {
      const { asked, grant: counted } = counting();
      const { reader, writing } = through(createHlsSigningStream(counted, hls), manyReferences);
      await reader.read();
      await reader.cancel("enough");
      await writing.catch(() => {});
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
      expect(asked()).toBeGreaterThan(0);
      expect(asked()).toBeLessThan(20_000);
    }),
  );

  it(
    "gives the reader the reason when the writer aborts",
    streaming(async () => {
      const { reader, writer, writing } = through(createHlsSigningStream(grant, hls), manyReferences);
      await reader.read();
      const aborting = writer.abort(new Error("the origin went away"));
      await expect(rest(reader)).rejects.toThrow("the origin went away");
      await aborting.catch(() => {});
      await writing.catch(() => {});
    }),
  );
});
