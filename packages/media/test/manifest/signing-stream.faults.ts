import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream } from "cloudfront-sign-media/dash";
import { createHlsSigningStream } from "cloudfront-sign-media/hls";

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const createStream = {
  createHlsSigningStream: () => createHlsSigningStream(grant, { playlistUrl: `${host}/v/index.m3u8` }),
  createDashSigningStream: () => createDashSigningStream(grant, { manifestUrl: `${host}/v/x/manifest.mpd` }),
  "createDashSigningStream with leave": () =>
    createDashSigningStream(grant, { manifestUrl: `${host}/v/x/manifest.mpd`, uncovered: "leave" }),
};
const header = new TextEncoder().encode("#EXTM3U\n");

const nowhere = { enqueue() {} } as unknown as TransformStreamDefaultController;

/** A `TransformStream` that hands its transformer out: old workers give their own one none. */
class OpenStream {
  static transformer: Transformer | undefined;

  constructor(transformer: Transformer) {
    OpenStream.transformer = transformer;
    transformer.start?.(nowhere);
  }
}

/** What `action` gives with another `TransformStream` in place of the runtime's. */
function withTransformStream<Result>(stream: unknown, action: () => Result): Result {
  const scope = globalThis as { TransformStream: unknown };
  const own = scope.TransformStream;
  scope.TransformStream = stream;
  try {
    return action();
  } finally {
    scope.TransformStream = own;
  }
}

/** Gives chunks to a stream: to its transformer, or to the stream itself, where WebKit made a real one. */
async function write(create: () => TransformStream, chunks: readonly unknown[]): Promise<void> {
  OpenStream.transformer = undefined;
  const stream = withTransformStream(OpenStream, create);
  const { transformer } = OpenStream as { transformer: Transformer | undefined };
  if (transformer === undefined) {
    const written = new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    // Not by a Response, since WebKit puts a TypeError in the place of the stream's error.
    const reader = written.pipeThrough(stream).getReader();
    while (!(await reader.read()).done);
    return;
  }
  for (const chunk of chunks) await transformer.transform?.(chunk, nowhere);
  await transformer.flush?.(nowhere);
}

function refusedChunks(
  name: keyof typeof createStream,
  given: string,
  chunks: readonly unknown[],
  message: string,
  code: Fault["code"] = "ERR_OPTION_INVALID",
): Fault {
  return { given: `${name}: ${given}`, run: () => write(createStream[name], chunks), code, message };
}

const notUtf8 =
  "the bytes are not UTF-8; request them from the origin without compression, or decode them and sign the text";

/** Faults of what a stream cannot know yet: the function for the whole text signs these. */
const orderFaults: readonly Fault[] = [
  ...[
    '<Representation><SegmentTemplate media="a"/><BaseURL>b/</BaseURL></Representation>',
    '<Representation><SegmentTemplate media="a"/></Representation></AdaptationSet></Period><Location>m.mpd</Location><Period><AdaptationSet>',
  ].map((inner) =>
    refusedChunks(
      "createDashSigningStream",
      inner,
      [`<MPD><Period><AdaptationSet>${inner}</AdaptationSet></Period></MPD>`],
      "manifest: line 1: a BaseURL or Location comes after references that it changes; move it before them, or sign the whole text with signDashManifest",
      "ERR_MANIFEST_INVALID",
    ),
  ),
  refusedChunks(
    "createDashSigningStream",
    "a template behind a Representation with a BaseURL",
    [
      '<MPD><Period><AdaptationSet><Representation><BaseURL>b/</BaseURL></Representation><SegmentTemplate media="a"/></AdaptationSet></Period></MPD>',
    ],
    "manifest: line 1: references come after an element that inherits them and has a BaseURL; move them before it, or sign the whole text with signDashManifest",
    "ERR_MANIFEST_INVALID",
  ),
  refusedChunks(
    "createDashSigningStream",
    "a BaseURL with a slash at its end, and SegmentBase",
    [
      "<MPD><Period><AdaptationSet><Representation><BaseURL>b/</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>",
    ],
    "BaseURL: line 1: ends with a slash like a folder, but a later SegmentBase makes it the URL of a file; remove the slash, or sign the whole text with signDashManifest",
    "ERR_MANIFEST_INVALID",
  ),
  refusedChunks(
    "createDashSigningStream with leave",
    "a template that a BaseURL of its Representation moves to a covered folder",
    [
      '<MPD><BaseURL>/w/</BaseURL><Period><AdaptationSet>\n<SegmentTemplate media="a"/><Representation><BaseURL>/v/</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ],
    "SegmentTemplate@media: line 2: is covered by the grant only with, or only without, a later BaseURL or Location; move that one up, or sign the whole text with signDashManifest",
    "ERR_RESOURCE_MISMATCH",
  ),
  refusedChunks(
    "createDashSigningStream with leave",
    "a BaseURL that a Location behind it moves to a folder that is not covered",
    ["<MPD><BaseURL>../a.mp4</BaseURL>\n<Location>/v/m.mpd</Location></MPD>"],
    "BaseURL: line 2: is covered by the grant only with, or only without, a later BaseURL or Location; move that one up, or sign the whole text with signDashManifest",
    "ERR_RESOURCE_MISMATCH",
  ),
];

/** Faults of the chunks of signing streams. */
export const signingStreamFaults: readonly Fault[] = [
  ...orderFaults,
  refusedChunks(
    "createHlsSigningStream",
    "a chunk that is a number",
    [1],
    "chunk: received a number; write only bytes (Uint8Array, ArrayBuffer) or only strings to the stream",
  ),
  refusedChunks(
    "createHlsSigningStream",
    "a string after bytes",
    [header, "1.ts\n"],
    "chunk: received a string; write only bytes (Uint8Array, ArrayBuffer) or only strings to the stream",
  ),
  refusedChunks(
    "createHlsSigningStream",
    "bytes after a string",
    ["#EXTM3U\n", header],
    "chunk: received a Uint8Array; write only bytes (Uint8Array, ArrayBuffer) or only strings to the stream",
  ),
  refusedChunks(
    "createHlsSigningStream",
    "gzip-compressed bytes",
    [Uint8Array.of(0x1f, 0x8b)],
    `playlist: ${notUtf8}`,
    "ERR_MANIFEST_INVALID",
  ),
  refusedChunks(
    "createDashSigningStream",
    "bytes in ISO-8859-1",
    [Uint8Array.of(0x3c, 0xe9)],
    `manifest: ${notUtf8}`,
    "ERR_MANIFEST_INVALID",
  ),
  refusedChunks(
    "createDashSigningStream",
    'the declaration <?xml version="1.0" encoding="UTF-16"?>',
    [new TextEncoder().encode('<?xml version="1.0" encoding="UTF-16"?><MPD/>')],
    'manifest: line 1: the XML declaration has the encoding UTF-16, in which players may find other references than in UTF-8; convert the text to UTF-8, and write encoding="UTF-8"',
    "ERR_MANIFEST_INVALID",
  ),
];

/** What only old workers refuse; a Node.js test replaces the class, which WebKit may not notice. */
export const oldWorkerFaults: readonly Fault[] = [
  {
    given: "createHlsSigningStream in a worker with a compatibility date before 2022-11-30",
    run: () => withTransformStream(class {}, createStream.createHlsSigningStream),
    code: "ERR_STREAM_UNSUPPORTED",
    message:
      "TransformStream: ignores its transformer in this runtime; sign the whole text, or set a compatibility date from 2022-11-30 on",
  },
];
