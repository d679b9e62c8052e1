import { Writable } from "node:stream";

/** What follows the metadata in a streamed response. */
const delimiter = Buffer.alloc(8);
const beforeFirstWrite = Symbol("beforeFirstWrite");

/**
 * The `awslambda` global of Lambda's Node.js runtimes. The metadata goes out with the first write.
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/HttpResponseStream.js
 */
export const awslambda = {
  /** @param {Function} handler */
  streamifyResponse: (handler) => Object.assign(handler, { isStreaming: true }),
  HttpResponseStream: {
    /** @param {StreamedResponse} stream @param {object} metadata */
    from(stream, metadata) {
      stream[beforeFirstWrite] = () => [Buffer.from(JSON.stringify(metadata)), delimiter];
      return stream;
    },
  },
};

/**
 * Reads a streamed response as the service does: metadata as JSON, eight null bytes, then the body.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */
export class StreamedResponse extends Writable {
  /** @type {Buffer[]} every write, as it came */
  writes = [];
  /** @type {(() => Buffer[]) | undefined} */
  [beforeFirstWrite] = undefined;
  #prelude = Buffer.alloc(0);
  #hasMetadata = false;
  #response;

  /** @param {import("node:http").ServerResponse} response */
  constructor(response) {
    super({ decodeStrings: true });
    this.#response = response;
  }

  /** As in Lambda, an empty write is a write. @param {string | Uint8Array} chunk @param {any[]} rest */
  write(chunk, ...rest) {
    const prelude = this.writes.length === 0 ? (this[beforeFirstWrite]?.() ?? []) : [];
    for (const part of prelude) super.write(part);
    this.writes.push(...prelude, Buffer.from(chunk));
    return super.write(chunk, ...rest);
  }

  /** @param {Buffer} chunk @param {string} _encoding @param {(error?: Error) => void} done */
  _write(chunk, _encoding, done) {
    if (this.#hasMetadata) return void this.#response.write(chunk, () => done());
    this.#prelude = Buffer.concat([this.#prelude, chunk]);
    const end = this.#prelude.indexOf(delimiter);
    if (end < 0) return done();
    this.#hasMetadata = true;
    sendHead(this.#response, JSON.parse(this.#prelude.subarray(0, end).toString()));
    this.#response.write(this.#prelude.subarray(end + delimiter.length), () => done());
  }

  /** @param {() => void} done */
  _final(done) {
    this.#response.end(done);
  }
}

/**
 * The status, headers and cookies of an answer. Cookies come from `cookies` alone.
 * @param {import("node:http").ServerResponse} response
 * @param {{ statusCode: number, headers?: Record<string, string>, cookies?: string[] }} answer
 */
export function sendHead(response, { statusCode, headers = {}, cookies = [] }) {
  response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { "Set-Cookie": cookies }) });
  response.flushHeaders();
}
