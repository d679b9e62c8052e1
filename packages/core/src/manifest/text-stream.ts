import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";

/** Takes a text in pieces and gives it back in pieces, signed. */
export interface TextSigner {
  /** `isDecoded` when the piece comes from bytes that were read as UTF-8. */
  write(piece: string, isDecoded: boolean): string;
  /** The rest; throws if the text was not whole. */
  end(): string;
}

/** The `TransformStream` of the types that are there: DOM, Node.js, Deno, workers. */
export type SigningStream = typeof globalThis extends { TransformStream: { prototype: infer Type } }
  ? Type
  : unknown;

/**
 * A signer as a stream: bytes become bytes, strings become strings; a chunk may end within a character.
 * `notUtf8` throws, since bytes that are not UTF-8 could not come out as they went in.
 */
export function createTextStream(signer: TextSigner, notUtf8: (cause: unknown) => never): SigningStream {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  let isText: boolean | undefined;
  const decode = (chunk?: BufferSource): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      return notUtf8(cause);
    }
  };
  let started = false;
  const stream = new TransformStream<BufferSource | string, Uint8Array | string>({
    start() {
      started = true;
    },
    transform(chunk, controller) {
      const isString = typeof chunk === "string";
      if (!isString && !ArrayBuffer.isView(chunk) && kindOf(chunk) !== "ArrayBuffer")
        fail("ERR_OPTION_INVALID", "chunk", `expected bytes or a string; received ${kindOf(chunk)}`);
      isText ??= isString;
      if (isText !== isString)
        fail("ERR_OPTION_INVALID", "chunk", "expected all chunks to be bytes, or all to be strings");
      const signed = isString ? signer.write(chunk, false) : signer.write(decode(chunk), true);
      if (signed) controller.enqueue(isText ? signed : encoder.encode(signed));
    },
    flush(controller) {
      if (isText === false) decode();
      const signed = signer.end();
      if (signed) controller.enqueue(isText ? signed : encoder.encode(signed));
    },
  });
  // Old workers ignore what they are given here, and would pass everything on unsigned.
  if (!started)
    fail(
      "ERR_STREAM_UNSUPPORTED",
      "TransformStream",
      "takes no transformer in this runtime; sign the whole text",
    );
  return stream as SigningStream;
}
