// Reads the input and makes a job for each chunk that the output lacks.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { AddingLock } from "../adding-lock.js";
import { chunksOf } from "../chunks.js";
import { Fault, refuse } from "../fault.js";
import { openInput } from "../input.js";
import { interruption } from "../interruption.js";
import { chunkOfPart, inputName, jobId, mostChunks } from "../names.js";
import { withState } from "../open-state.js";
import { openOutput } from "../output.js";
import { Progress } from "../progress.js";
import { isBusy, isConnectionError } from "../redis.js";
import { keyPairId, readExpiry, readLinesPerChunk, readRunName } from "../settings.js";
import { printable } from "../terminal.js";
import { settleTerms } from "../terms.js";

/** So many chunks may wait in Redis: enough for the workers, and Redis stays small, also with long lines. */
const waiting = { most: 100, least: 4, mostBytes: 64 * 1024 * 1024 };

const jobOptions = {
  // 17 to 34 minutes of new attempts, with growing pauses, while the storage fails.
  attempts: 13,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  stackTraceLimit: 0,
};

/** @param {Record<string, any>} options */
export async function run(options) {
  const run = readRunName(options.run);
  const linesPerChunk = readLinesPerChunk(options["lines-per-chunk"]);
  if (!options.input) refuse("--input", "is missing; give a file, - for standard input, or s3://BUCKET/KEY");
  if (!options.output) refuse("--output", "is missing; give a folder, or s3://BUCKET/PREFIX");
  const expiry = readExpiry(options);
  const keyPair = keyPairId();
  const output = await openOutput(options.output);
  const { bytes, size } = await openInput(options.input);
  const signal = interruption();
  const chunks = chunksOf(bytes, linesPerChunk);
  return withState(run, async (state) => {
    const lock = new AddingLock(state, signal);
    try {
      await lock.acquire();
      const adding = new Adding(state, output, chunks, lock, signal, size);
      return await adding.run({ run, input: options.input, linesPerChunk, keyPairId: keyPair, ...expiry });
    } finally {
      // An input that still waits for bytes would keep the process alive.
      chunks.return();
      if (options.input === "-") process.stdin.destroy();
      await lock.release();
    }
  });
}

const nothing = () => undefined;

class Adding {
  #state;
  #output;
  #chunks;
  #lock;
  #signal;
  #size;
  #progress = new Progress();
  #isAskedForWorkers = false;

  /**
   * @param {import("../run-state.js").RunState} state
   * @param {import("../output.js").Output} output
   * @param {ReturnType<typeof chunksOf>} chunks
   * @param {AddingLock} lock
   * @param {AbortSignal} signal
   * @param {number | undefined} size of the input in bytes, if it is known
   */
  constructor(state, output, chunks, lock, signal, size) {
    this.#state = state;
    this.#output = output;
    this.#chunks = chunks;
    this.#lock = lock;
    this.#signal = signal;
    this.#size = size;
  }

  /** @param {Omit<import("../terms.js").Terms, "id" | "firstChunk">} given */
  async run(given) {
    let end = { chunks: 0, lines: 0, bytes: 0, sha256: "" };
    const first = await this.#next();
    if (this.#signal.aborted) return this.#stopped(end);
    const terms = await this.#begin({ ...given, firstChunk: first?.end.sha256 ?? "" });
    const { dateLessThan } = terms;
    this.#progress.note(`The signed URLs expire at ${dateLessThan}.`);
    // Chunks that have failed are added anew.
    await this.#persist(() => this.#state.queue.clean(0, 0, "failed"));
    const earlier = await this.#earlier();
    const parts = await this.#parts();
    for (let chunk = first; chunk; chunk = await this.#next()) {
      if (chunk.number + 1 === earlier.chunks) checkSame(earlier, chunk.end);
      if (earlier.isComplete && chunk.number >= earlier.chunks) refuseOther();
      if (chunk.number === mostChunks)
        refuse("--lines-per-chunk", `the input has more than ${mostChunks} chunks; give a larger number`);
      const isDone = parts.has(chunk.number) && (await this.#isDone(chunk.number));
      if (!isDone && (await this.#hasRoom(chunk.end.bytes - end.bytes, dateLessThan))) {
        await this.#persist(() => this.#lock.hold());
        await this.#add(terms.sha256, chunk);
      }
      if (this.#signal.aborted) return this.#stopped(end);
      end = chunk.end;
      if (end.chunks > earlier.chunks) await this.#record(terms.sha256, end);
      this.#show(end);
    }
    if (this.#signal.aborted) return this.#stopped(end);
    if (end.chunks < earlier.chunks) refuseOther();
    await this.#finish(terms.sha256, end);
    return 0;
  }

  /** The next chunk. Undefined at the end, or when it is interrupted while the input has no more bytes yet. */
  async #next() {
    if (this.#signal.aborted) return undefined;
    const over = new AbortController();
    const interrupted = once(this.#signal, "abort", { signal: over.signal }).then(nothing, nothing);
    const next = await Promise.race([this.#chunks.next(), interrupted]);
    over.abort();
    return next?.value ?? undefined;
  }

  /**
   * Writes the terms of the run, or compares them with those of an earlier `add`.
   * @param {Omit<import("../terms.js").Terms, "id">} given
   */
  async #begin(given) {
    const { run } = this.#state;
    const known = await this.#state.description();
    if (known.output !== undefined && known.output !== this.#output.location)
      refuse("--output", `the run ${run} writes to ${known.output}; give that, or --run another name`);
    await this.#output.prepare();
    const terms = await settleTerms(this.#output, given);
    refuseExpired(terms.dateLessThan);
    if (known.terms !== undefined && known.terms !== terms.sha256)
      refuse(
        "--run",
        `Redis has an older run ${run}, whose output is gone; delete it with node bulk.js remove --run ${run}`,
      );
    await this.#record(terms.sha256);
    // Workers that end when all is done wait for this add.
    await this.#state.redis.hdel(this.#state.key("added"), "isComplete");
    await this.#state.recordStart();
    return terms;
  }

  /** How far an `add` came before. The output knows it if it came to the end. */
  async #earlier() {
    const text = await this.#output.read(inputName);
    if (text === undefined) return { ...(await this.#state.added()), isComplete: false };
    return { .../** @type {import("../chunks.js").Position} */ (JSON.parse(text)), isComplete: true };
  }

  /** The chunks that the output has. */
  async #parts() {
    const parts = new Set();
    for await (const name of this.#output.names("part-")) parts.add(chunkOfPart(name));
    return parts;
  }

  /** @param {number} chunk */
  async #isDone(chunk) {
    return (await this.#state.redis.hexists(this.#state.key("done"), String(chunk))) === 1;
  }

  /**
   * Waits while enough chunks wait (backpressure). False if it was interrupted.
   * @param {number} bytes of the next chunk
   * @param {string} dateLessThan
   */
  async #hasRoom(bytes, dateLessThan) {
    const most = Math.max(waiting.least, Math.min(waiting.most, Math.floor(waiting.mostBytes / bytes)));
    for (let round = 1; !this.#signal.aborted; round += 1) {
      const jobs = await this.#persist(() => this.#state.jobs());
      if (jobs.failed >= waiting.most) {
        const [job] = await this.#state.queue.getFailed(0, 0);
        throw new Fault(
          `${jobs.failed} chunks have failed, the last one with "${job?.failedReason}"; mend that, and run add again`,
        );
      }
      if (jobs.waiting + jobs.delayed < most) return true;
      refuseExpired(dateLessThan);
      if (round % 100 === 0) await this.#askForWorkers();
      await wait(50);
    }
    return false;
  }

  async #askForWorkers() {
    const { queue, run } = this.#state;
    if (this.#isAskedForWorkers || (await queue.getWorkersCount()) > 0) return;
    this.#isAskedForWorkers = true;
    this.#progress.note(`The chunks wait, and there is no worker. Start one: node bulk.js work --run ${run}`);
  }

  /**
   * @param {string} terms SHA-256
   * @param {import("../chunks.js").Chunk} chunk
   */
  #add(terms, { number, firstLine, lines }) {
    /** @type {import("../job.js").ChunkJob} */
    const data = { terms, chunk: number, firstLine, lines };
    return this.#persist(() => this.#state.queue.add("sign", data, { ...jobOptions, jobId: jobId(number) }));
  }

  /**
   * The run, and how far it is: each time, because Redis may have lost it.
   * @param {string} terms SHA-256
   * @param {import("../chunks.js").Position & { isComplete?: 1 }} [position]
   */
  #record(terms, position) {
    return this.#persist(() =>
      Promise.all([
        this.#state.describe(terms, this.#output.location),
        position && this.#state.recordAdded(position),
      ]),
    );
  }

  /**
   * Repeats what Redis refuses for a while, such as writes without memory or disk.
   * @template T
   * @param {() => Promise<T>} action that may be done twice
   * @returns {Promise<T>}
   */
  async #persist(action) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await action();
      } catch (error) {
        if (!isBusy(error) && !isConnectionError(error)) throw error;
        if (attempt % 30 === 0)
          this.#progress.note(
            `Redis takes no chunk now (${printable(error.message.slice(0, 60))} …). Trying again …`,
          );
        if (this.#signal.aborted) throw new Fault("Redis: takes no chunk; mend that, and run add again");
        await wait(1000);
      }
    }
  }

  /** @param {import("../chunks.js").Position} end */
  #show({ lines, bytes }) {
    const part = this.#size ? `, ${Math.floor((100 * bytes) / this.#size)}% of the input` : "";
    this.#progress.show(() => `Added ${lines.toLocaleString("en")} lines${part}`);
  }

  /** @param {import("../chunks.js").Position} end */
  #stopped({ lines }) {
    this.#progress.note(
      `Stopped after ${lines.toLocaleString("en")} lines. Run the same command again to resume.`,
    );
    return Number(process.exitCode);
  }

  /** @param {string} terms SHA-256 @param {import("../chunks.js").Position} end */
  async #finish(terms, end) {
    await this.#output.writeOnce(inputName, `${JSON.stringify(end, undefined, 2)}\n`);
    await this.#record(terms, { ...end, isComplete: 1 });
    const [lines, chunks] = [end.lines, end.chunks].map((number) => number.toLocaleString("en"));
    this.#progress.note(`All lines are added: ${lines}, in ${chunks} chunks.`);
  }
}

/** @param {import("../chunks.js").Position} earlier @param {import("../chunks.js").Position} end */
function checkSame(earlier, end) {
  if (earlier.bytes !== end.bytes || earlier.sha256 !== end.sha256) refuseOther();
}

/** @param {string} dateLessThan */
function refuseExpired(dateLessThan) {
  if (Date.parse(dateLessThan) <= Date.now())
    refuse(
      "--output",
      `the URLs of this run expired at ${dateLessThan}; begin a new run with another --output and --run`,
    );
}

function refuseOther() {
  refuse(
    "--input",
    "the input has changed since the run began; give the same lines again, or begin a new run with another --output and --run",
  );
}
