import { describeType, fail, typeTag } from "cloudfront-sign-webcrypto/internals";

/** Signs a text that comes in pieces. */
export interface TextSigner {
  write(piece: string): string;
  /** Returns the rest; throws if the text is not whole. */
  end(): string;
  /** The work so far, in characters. */
  work(): number;
}

/** The longest piece that is signed at once, in characters or bytes. */
const pieceLength = 4096;

/**
 * The work after which other tasks get a turn, in characters. It takes a few milliseconds, at most 50 for what
 * takes longest. Playlists of 400 segments need less.
 */
const workOfATurn = 131_072;

/** The `TransformStream` of whichever types the project has: DOM, Node.js, Deno, workers. */
export type SigningStream = typeof globalThis extends { TransformStream: { prototype: infer Type } }
  ? Type
  : unknown;

/**
 * A signer as a stream: bytes become bytes, strings become strings; a chunk may end within a character.
 * Bytes that are not UTF-8 would not come out as they went in, so they are an error.
 */
export function createTextStream(signer: TextSigner, option: "playlist" | "manifest"): SigningStream {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  let isText: boolean | undefined;
  const decode = (chunk?: BufferSource): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      return fail(
        "ERR_MANIFEST_INVALID",
        option,
        "the bytes are not UTF-8; request them from the origin without compression, or decode them and sign the text",
        cause,
      );
    }
  };
  let worked = 0;
  const send = (
    signed: string,
    controller: TransformStreamDefaultController<Uint8Array | string>,
  ): boolean => {
    try {
      if (signed) controller.enqueue(isText ? signed : encoder.encode(signed));
      return true;
    } catch {
      // The stream was cancelled or aborted while other tasks had their turn.
      return false;
    }
  };
  let started = false;
  const stream = new TransformStream<BufferSource | string, Uint8Array | string>({
    start() {
      started = true;
    },
    async transform(chunk, controller) {
      const isString = typeof chunk === "string";
      const isUsable = isString || ArrayBuffer.isView(chunk) || typeTag(chunk) === "ArrayBuffer";
      if (isUsable) isText ??= isString;
      if (!isUsable || isText !== isString)
        fail(
          "ERR_OPTION_INVALID",
          "chunk",
          `received ${describeType(chunk)}; write only bytes (Uint8Array, ArrayBuffer) or only strings to the stream`,
        );
      for (const piece of piecesOf(isString ? chunk : bytesOf(chunk))) {
        if (signer.work() - worked >= workOfATurn) {
          await turnOfOthers();
          worked = signer.work();
        }
        const text = typeof piece === "string" ? piece : decode(piece as BufferSource);
        if (!send(signer.write(text), controller)) return;
      }
    },
    flush(controller) {
      if (isText === false) decode();
      send(signer.end(), controller);
    },
  });
  // Workers of old compatibility dates ignore the transformer, and would pass everything on unsigned.
  if (!started)
    fail(
      "ERR_STREAM_UNSUPPORTED",
      "TransformStream",
      "ignores its transformer in this runtime; sign the whole text, or set a compatibility date from 2022-11-30 on",
    );
  return stream as SigningStream;
}

/** No piece of a text ends within a surrogate pair. */
function* piecesOf(chunk: string | Uint8Array): Iterable<string | Uint8Array> {
  for (let at = 0; at < chunk.length; ) {
    let end = at + pieceLength;
    if (typeof chunk === "string" && /[\udc00-\udfff]/.test(chunk.charAt(end))) end++;
    yield typeof chunk === "string" ? chunk.slice(at, end) : chunk.subarray(at, end);
    at = end;
  }
}

function bytesOf(chunk: BufferSource): Uint8Array {
  return ArrayBuffer.isView(chunk)
    ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : new Uint8Array(chunk);
}

/** Resolves in a task of its own: to await a promise alone would keep all other tasks waiting. */
function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
