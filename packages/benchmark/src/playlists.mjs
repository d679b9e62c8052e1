// playlists.mjs [SECONDS]: the time to sign an HLS playlist of 100,000 segments with a grant, in one process.
// Prints JSON.
//
// Text and stream each take turns with a plain copy of their output: for text, its lines joined and encoded;
// for the stream, its chunks copied through an identity TransformStream. Megabytes are those of the output.
// Memory is measured on a stream of ten times as many segments, which are made on demand: its rise after the
// first tenth.
import process from "node:process";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { readFixture, urlAt } from "./fixture.mjs";
import { figure, median, ratio } from "./stats.mjs";
import { verifyUrl } from "./verify.mjs";

const seconds = Number(process.argv[2] ?? 10);
const { keyPairId, dateLessThan, resource, rsa, rsaPublic } = await readFixture();
const grant = await createCloudFrontSigner({ keyPairId, privateKey: rsa }).grant({ resource, dateLessThan });
const segments = 100_000;
const chunkBytes = 64 * 1024;
const options = { playlistUrl: new URL("index.m3u8", urlAt(0)) };
const header = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n";
const encoder = new TextEncoder();

/** @param {number} from @param {number} to */
const lines = (from, to) =>
  Array.from({ length: to - from }, (_, i) => `#EXTINF:6.000,\nsegment-${from + i}.ts\n`).join("");

/** @param {Iterable<Uint8Array>} chunks */
function streamOf(chunks) {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** @param {Uint8Array} bytes @param {number} size */
function* chunksOf(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** @param {ReadableStream<Uint8Array>} stream @param {(bytes: number) => void} [seen] */
async function drain(stream, seen) {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    seen?.(bytes);
  }
  return bytes;
}

async function memory() {
  const long = segments * 10;
  const step = 2_000;
  const chunks = function* () {
    yield encoder.encode(header);
    for (let at = 0; at < long; at += step) yield encoder.encode(lines(at, at + step));
  };
  const outputBytes = (signed.length - header.length) * 10;
  let afterTenth = 0;
  let peak = 0;
  await drain(streamOf(chunks()).pipeThrough(createHlsSigningStream(grant, options)), (bytes) => {
    const { rss } = process.memoryUsage();
    if (bytes < outputBytes / 10) afterTenth = rss;
    peak = Math.max(peak, rss);
  });
  return {
    segments: long,
    outputBytes,
    rssAfterTenthBytes: afterTenth,
    rssPeakBytes: peak,
    growthBytes: peak - afterTenth,
  };
}

const playlist = header + lines(0, segments);
const input = encoder.encode(playlist);
const signed = signHlsPlaylist(playlist, grant, options);
const [last = ""] = signed.trimEnd().split("\n").slice(-1);
const claim = {
  url: urlAt(segments - 1),
  resource,
  dateLessThan,
  keyPairId,
  publicKey: rsaPublic,
  hash: /** @type {const} */ ("SHA1"),
};
verifyUrl(new URL(last, options.playlistUrl).href, claim);
if (signed.split(grant.query).length !== segments + 1)
  throw new Error("wrong output: not every segment is signed");
const stream = () =>
  streamOf(chunksOf(input, chunkBytes)).pipeThrough(createHlsSigningStream(grant, options));
if ((await new Response(stream()).text()) !== signed)
  throw new Error("wrong output: the stream signs otherwise");
const grown = await memory();

const output = encoder.encode(signed);
const outputLines = signed.split("\n");
// The same number of chunks as the stream gets.
const outputChunk = Math.ceil(output.length / Math.ceil(input.length / chunkBytes));
const copying = () =>
  new TransformStream({
    transform: (/** @type {Uint8Array} */ chunk, controller) => controller.enqueue(chunk.slice()),
  });

/** Each returns the number of bytes of its output. @type {Record<string, () => number | Promise<number>>} */
const subjects = {
  text: () => encoder.encode(signHlsPlaylist(playlist, grant, options)).length,
  "text copied": () => encoder.encode(outputLines.join("\n")).length,
  stream: () => drain(stream()),
  "stream copied": () => drain(streamOf(chunksOf(output, outputChunk)).pipeThrough(copying())),
};

/** Milliseconds. @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
const start = performance.now();
for (let round = 0; round < 5 || performance.now() - start < seconds * 1000; round++) {
  for (const [name, work] of Object.entries(subjects)) {
    const before = performance.now();
    const bytes = await work();
    const took = performance.now() - before;
    if (bytes !== output.length) throw new Error(`${name} made ${bytes} bytes of ${output.length}`);
    // The first two rounds warm up.
    if (round > 1) times[name]?.push(took);
  }
}

/** @param {string} name */
function result(name) {
  const [own = [], copy = []] = [times[name], times[`${name} copied`]];
  const perSecond = (/** @type {readonly number[]} */ values) =>
    figure(values.map((ms) => output.length / 1000 / ms));
  return {
    megabytesPerSecond: perSecond(own),
    copyMegabytesPerSecond: perSecond(copy),
    timesOfCopy: ratio(own, copy),
    microsecondsPerSegment: (median(own) * 1000) / segments,
  };
}

console.log(
  JSON.stringify({
    segments,
    inputBytes: input.length,
    outputBytes: output.length,
    text: result("text"),
    stream: result("stream"),
    memory: grown,
  }),
);
