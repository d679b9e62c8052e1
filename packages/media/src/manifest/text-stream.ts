import { describeType, fail, typeTag } from "cloudfront-sign-webcrypto/internals";

/** Signs a text that comes in pieces. */
export interface TextSigner {
  /** `isDecoded` when the piece was decoded from bytes in UTF-8. */
  write(piece: string, isDecoded: boolean): string;
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
        "the bytes are not UTF-8; ask the origin without compression, or decode them and sign the text",
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
      if (!isString && !ArrayBuffer.isView(chunk) && typeTag(chunk) !== "ArrayBuffer")
        fail(
          "ERR_OPTION_INVALID",
          "chunk",
          `received ${describeType(chunk)}; write bytes (Uint8Array, ArrayBuffer) or strings to the stream`,
        );
      isText ??= isString;
      if (isText !== isString)
        fail(
          "ERR_OPTION_INVALID",
          "chunk",
          isString
            ? "is a string, and the chunks before it were bytes; write chunks of one kind"
            : "is bytes, and the chunks before it were strings; write chunks of one kind",
        );
      for (const piece of isString ? piecesOfText(chunk) : piecesOfBytes(chunk)) {
        if (signer.work() - worked >= workOfATurn) {
          await turnOfOthers();
          worked = signer.work();
        }
        const isBytes = typeof piece !== "string";
        if (!send(isBytes ? signer.write(decode(piece), true) : signer.write(piece, false), controller))
          return;
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

/** No piece ends within a surrogate pair. */
function* piecesOfText(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    const next = /[\udc00-\udfff]/.test(text.charAt(end)) ? end + 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

function* piecesOfBytes(bytes: BufferSource): Iterable<BufferSource> {
  const [buffer, start] = ArrayBuffer.isView(bytes) ? [bytes.buffer, bytes.byteOffset] : [bytes, 0];
  for (let at = 0; at < bytes.byteLength; at += pieceLength)
    yield new Uint8Array(buffer as ArrayBuffer, start + at, Math.min(pieceLength, bytes.byteLength - at));
}

/** Resolves in a task of its own: to await a promise alone would keep all other tasks waiting. */
function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
