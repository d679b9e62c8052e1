// Reads the input and makes a job for each chunk that the output lacks.
import { setTimeout as wait } from "node:timers/promises";
import { AddingLock } from "../adding-lock.js";
import { chunksOf } from "../chunks.js";
import { Fault, refuse } from "../fault.js";
import { openInput } from "../input.js";
import { interruption } from "../interruption.js";
import { chunkOfPart, inputName, jobId } from "../names.js";
import { openState } from "../open-state.js";
import { openOutput } from "../output.js";
import { Progress } from "../progress.js";
import { isConnectionError } from "../redis.js";
import { settleTerms } from "../run.js";
import { keyPairId, readExpiry, readLinesPerChunk, readRunName } from "../settings.js";

/** So many chunks may wait in Redis: enough for the workers, and Redis stays small. */
const mostWaiting = 100;

const jobOptions = {
  // Half an hour of new attempts, with growing pauses, while the storage fails.
  attempts: 12,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  stackTraceLimit: 1,
};

/** @param {Record<string, any>} options */
export async function run(options) {
  const run = readRunName(options.run);
  const linesPerChunk = readLinesPerChunk(options["lines-per-chunk"]);
  if (!options.input) refuse("--input", "is missing; give a file, - for standard input, or s3://BUCKET/KEY");
  if (!options.output) refuse("--output", "is missing; give a folder, or s3://BUCKET/PREFIX");
  const expiry = readExpiry(options);
  const keyPair = keyPairId();
  const output = openOutput(options.output);
  const { bytes, size } = await openInput(options.input);
  const signal = interruption();
  const state = openState(run);
  const lock = new AddingLock(state, signal);
  try {
    await lock.acquire();
    const adding = new Adding(state, output, signal, size);
    return await adding.run(chunksOf(bytes, linesPerChunk), {
      run,
      input: options.input,
      linesPerChunk,
      keyPairId: keyPair,
      ...expiry,
    });
  } finally {
    await lock.release();
    await state.close();
  }
}

class Adding {
  #state;
  #output;
  #signal;
  #progress;
  #size;

  /**
   * @param {import("../run.js").RunState} state
   * @param {import("../output.js").Output} output
   * @param {AbortSignal} signal
   * @param {number | undefined} size of the input in bytes, if it is known
   */
  constructor(state, output, signal, size) {
    this.#state = state;
    this.#output = output;
    this.#signal = signal;
    this.#size = size;
    this.#progress = new Progress();
  }

  /**
   * @param {AsyncGenerator<import("../chunks.js").Chunk>} chunks
   * @param {Omit<import("../run.js").Terms, "id" | "firstChunk">} given
   */
  async run(chunks, given) {
    await this.#checkOutput();
    await this.#output.prepare();
    const first = await chunks.next();
    const firstChunk = first.value?.end.sha256 ?? "";
    const terms = await settleTerms(this.#output, { ...given, firstChunk });
    if (Date.parse(terms.dateLessThan) <= Date.now())
      throw new Fault(
        `--output: the URLs of this run expired at ${terms.dateLessThan}; begin a new run with another --output`,
      );
    await this.#describe(terms);
    // Chunks that have failed are added anew.
    await this.#state.queue.clean(0, Infinity, "failed");
    const earlier = await this.#earlier();
    const parts = await this.#parts();

    let end = { chunks: 0, lines: 0, bytes: 0, sha256: "" };
    for (let next = first; !next.done; next = await chunks.next()) {
      const chunk = next.value;
      if (chunk.number + 1 === earlier.chunks) checkSame(earlier, chunk.end);
      if (this.#signal.aborted) return this.#stopped(end);
      if (!(parts.has(chunk.number) && (await this.#isDone(chunk.number)))) {
        if (!(await this.#room())) return this.#stopped(end);
        await this.#add(terms, chunk);
      }
      end = chunk.end;
      if (end.chunks > earlier.chunks) await this.#state.redis.hset(this.#state.key("added"), end);
      this.#show(end);
    }
    if (end.chunks < earlier.chunks) refuseOther();
    await this.#finish(end);
    return 0;
  }

  /** Redis and the output have to be of one run. */
  async #checkOutput() {
    const { run } = this.#state;
    const { output } = await this.#state.description();
    if (output !== undefined && output !== this.#output.location)
      refuse("--output", `the run ${run} writes to ${output}; give that, or --run another name`);
  }

  /** @param {import("../run.js").Terms} terms */
  async #describe({ id }) {
    const { run, redis } = this.#state;
    const { id: existing } = await this.#state.description();
    if (existing !== undefined && existing !== id)
      refuse(
        "--run",
        `Redis knows another run ${run}, whose output is gone; forget it with node bulk.js remove --run ${run}`,
      );
    await redis.hset(this.#state.key("run"), { id, output: this.#output.location });
    await redis.hsetnx(this.#state.key("totals"), "started", Math.floor(Date.now() / 1000));
  }

  /** How far an `add` came before. If Redis has lost it, the output may know it. */
  async #earlier() {
    const added = await this.#state.added();
    if (added.chunks > 0) return added;
    const text = await this.#output.read(inputName);
    return text === undefined ? added : JSON.parse(text);
  }

  /** The chunks that the output has. */
  async #parts() {
    const parts = new Set();
    for await (const name of this.#output.names("part-")) {
      const chunk = chunkOfPart(name);
      if (chunk !== undefined) parts.add(chunk);
    }
    return parts;
  }

  /** @param {number} chunk */
  async #isDone(chunk) {
    return (await this.#state.redis.hexists(this.#state.key("done"), String(chunk))) === 1;
  }

  /** Waits while enough chunks wait (backpressure). False if it was interrupted. */
  async #room() {
    while (!this.#signal.aborted) {
      const { waiting, delayed, failed } = await this.#state.jobs();
      if (failed >= mostWaiting) {
        const [job] = await this.#state.queue.getFailed(0, 0);
        throw new Fault(
          `work: ${failed} chunks have failed, one of them with "${job?.failedReason}"; mend that, and run add again`,
        );
      }
      if (waiting + delayed < mostWaiting) return true;
      await wait(100);
    }
    return false;
  }

  /**
   * @param {import("../run.js").Terms} terms
   * @param {import("../chunks.js").Chunk} chunk
   */
  async #add({ id }, { number, firstLine, lines }) {
    const data = { run: id, output: this.#output.location, chunk: number, firstLine, lines };
    for (let isTold = false; ; isTold = true) {
      try {
        return await this.#state.queue.add("sign", data, { ...jobOptions, jobId: jobId(number) });
      } catch (error) {
        // Such as OOM and MISCONF: Redis takes no writes. The same job again is no second one.
        if (error.name !== "ReplyError" && !isConnectionError(error)) throw error;
        if (!isTold)
          this.#progress.note(`Redis takes no jobs now (${error.message.split(".")[0]}). Trying again …`);
        if (this.#signal.aborted) return;
        await wait(1000);
      }
    }
  }

  /** @param {import("../chunks.js").Position} end */
  #show({ lines, bytes }) {
    const part = this.#size ? `, ${Math.floor((100 * bytes) / this.#size)} % of the input` : "";
    this.#progress.show(() => `added ${lines.toLocaleString("en")} lines${part}`);
  }

  /** @param {import("../chunks.js").Position} end */
  #stopped({ lines }) {
    this.#progress.note(
      `Stopped after ${lines.toLocaleString("en")} lines. Run the same command again to resume.`,
    );
    return process.exitCode;
  }

  /** @param {import("../chunks.js").Position} end */
  async #finish(end) {
    await this.#output.writeOnce(inputName, `${JSON.stringify(end, undefined, 2)}\n`);
    await this.#state.redis.hset(this.#state.key("added"), { ...end, isComplete: 1 });
    this.#progress.note(
      `All ${end.lines.toLocaleString("en")} lines are added, in ${end.chunks.toLocaleString("en")} chunks.`,
    );
  }
}

/** @param {import("../chunks.js").Position} earlier @param {import("../chunks.js").Position} end */
function checkSame(earlier, end) {
  if (earlier.bytes !== end.bytes || earlier.sha256 !== end.sha256) refuseOther();
}

function refuseOther() {
  refuse(
    "--input",
    "the input has changed since add began; give the same lines again, or begin a new run with another --output",
  );
}
