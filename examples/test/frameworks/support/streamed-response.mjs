import { Writable } from "node:stream";

/** Stands between metadata and body. */
const delimiter = Buffer.alloc(8);
const beforeFirstWrite = Symbol("beforeFirstWrite");

/**
 * @typedef {{ statusCode: number, headers?: Record<string, string>, cookies?: string[] }} Metadata
 * @typedef {object} Client gets the response
 * @property {(metadata: Metadata) => void} begin
 * @property {(chunk: Buffer) => void} write
 * @property {() => void} end
 */

/**
 * The `awslambda` global of Lambda's Node.js runtimes. The metadata goes out with the first write.
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client, src/HttpResponseStream.js
 */
export const awslambda = {
  /** @param {Function} handler */
  streamifyResponse: (handler) => Object.assign(handler, { isStreaming: true }),
  HttpResponseStream: {
    /** @param {StreamedResponse} stream @param {Metadata} metadata */
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
  #head = Buffer.alloc(0);
  #hasBegun = false;
  #client;

  /** @param {Client} client */
  constructor(client) {
    super();
    this.#client = client;
  }

  /**
   * As in Lambda, an empty write is a write.
   * @param {string | Uint8Array} chunk
   * @param {any[]} rest
   * @override
   */
  write(chunk, ...rest) {
    const head = this.writes.length === 0 ? (this[beforeFirstWrite]?.() ?? []) : [];
    for (const part of head) super.write(part);
    this.writes.push(...head, Buffer.from(chunk));
    return super.write(chunk, ...rest);
  }

  /** @override @param {Buffer} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    if (this.#hasBegun) this.#client.write(chunk);
    else this.#readHead(chunk);
    done();
  }

  /** @param {Buffer} chunk */
  #readHead(chunk) {
    this.#head = Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf(delimiter);
    if (end < 0) return;
    this.#hasBegun = true;
    this.#client.begin(JSON.parse(this.#head.subarray(0, end).toString()));
    this.#client.write(this.#head.subarray(end + delimiter.length));
  }

  /** @override @param {() => void} done */
  _final(done) {
    this.#client.end();
    done();
  }
}
