// Takes chunks from the queue, signs their lines and writes the parts.
import { setTimeout as wait } from "node:timers/promises";
import { UnrecoverableError, WaitingError, Worker } from "bullmq";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { Fault, refuse, StorageFault } from "../fault.js";
import { interruption } from "../interruption.js";
import { readJob } from "../job.js";
import { isOver } from "../measure.js";
import { partName, rejectedName } from "../names.js";
import { withState } from "../open-state.js";
import { openOutput } from "../output.js";
import { checkPublicKey } from "../public-key.js";
import { isBusy, isConnectionError, refusalOf } from "../redis.js";
import { prefix } from "../run-state.js";
import { keyPairId, longestLifetime, privateKey, readRunName } from "../settings.js";
import { countLines, signChunk } from "../sign-chunk.js";
import { Messages, printable } from "../terminal.js";
import { openRun } from "../terms.js";

const workerOptions = {
  prefix,
  // While one chunk is written, another one is signed.
  concurrency: 2,
  // A killed worker's chunk goes to another worker after 10 to 15 seconds.
  lockDuration: 10_000,
  stalledInterval: 5000,
  // How many workers may be killed over one chunk.
  maxStalledCount: 100,
  runRetryDelay: 1000,
  // The queue has checked it, and warned.
  skipVersionCheck: true,
};

/** @param {Record<string, any>} options */
export async function run(options) {
  const name = readRunName(options.run);
  const key = privateKey();
  const signer = createCloudFrontSigner({
    keyPairId: keyPairId(),
    privateKey: key.text,
    maxLifetime: longestLifetime,
  });
  // An unusable key shows here, and not in each line.
  await signer.signUrl("https://d111111abcdef8.cloudfront.net/", { expiresIn: "1m" });
  const only = options.output && (await openOutput(options.output)).location;
  const signal = interruption();
  return withState(name, (state) =>
    new Working(state, signer, key, only, signal).run(options["exit-when-done"] === true),
  );
}

class Working {
  #state;
  #signer;
  #key;
  #only;
  #signal;
  #messages = new Messages();
  #ended = new AbortController();
  /** @type {Error | undefined} */
  #fault;
  /** @type {Awaited<ReturnType<typeof openRun>> | undefined} */
  #run;
  #signed = 0;
  #rejected = 0;
  #chunks = 0;

  /**
   * @param {import("../run-state.js").RunState} state
   * @param {import("cloudfront-sign-webcrypto").CloudFrontSigner} signer
   * @param {ReturnType<typeof privateKey>} key of the signer
   * @param {string | undefined} only the only output that it writes to, if it was given
   * @param {AbortSignal} signal
   */
  constructor(state, signer, key, only, signal) {
    this.#state = state;
    this.#signer = signer;
    this.#key = key;
    this.#only = only;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#ended.abort());
  }

  /** @param {boolean} exitsWhenDone */
  async run(exitsWhenDone) {
    if (!(await this.#waitForRun())) return process.exitCode;
    // BullMQ's worker would try without a pause.
    await this.#state.queue.waitUntilReady();
    const worker = new Worker(this.#state.run, (job, token) => this.#process(job, token ?? ""), {
      ...workerOptions,
      connection: this.#state.redis,
    });
    worker.on("error", (error) => {
      if (isConnectionError(error) || isTakenOver(error)) return;
      const refusal = refusalOf(error);
      if (refusal) this.#end(refusal);
      else this.#messages.say(isBusy(error) ? `Redis takes no writes now (${error.message})` : error.message);
    });
    worker.on("failed", (job, error) => {
      this.#messages.say(error.message);
      if (job && job.attemptsMade < (job.opts.attempts ?? 1)) this.#state.countUp("retries").catch(() => {});
    });
    worker.on("stalled", () => this.#state.countUp("stalled").catch(() => {}));
    while (!this.#ended.signal.aborted) {
      if (exitsWhenDone && isOver(await this.#state.added(), await this.#state.jobs())) break;
      await wait(500, undefined, { signal: this.#ended.signal }).catch(() => {});
    }
    await this.#close(worker);
    if (this.#fault) throw this.#fault;
    return process.exitCode;
  }

  /** False if it was interrupted before there was a run. */
  async #waitForRun() {
    for (let isTold = false; !this.#signal.aborted; isTold = true) {
      const { terms, output } = await this.#state.description();
      if (terms !== undefined && output !== undefined) {
        await this.#open(output, terms);
        console.error(printable(`Working on the run ${this.#state.run}: ${output}`));
        return true;
      }
      if (!isTold) console.error(`Redis has no run ${this.#state.run} yet. Waiting for node bulk.js add …`);
      await wait(1000, undefined, { signal: this.#signal }).catch(() => {});
    }
    return false;
  }

  /** @param {string} location @param {string} sha256 of the terms */
  async #open(location, sha256) {
    if (this.#only !== undefined && location !== this.#only)
      refuse("--output", `the run writes to ${location}; give that, or --run another name`);
    const run = await openRun(location, sha256);
    const { keyPairId, dateLessThan } = run.terms;
    if (this.#signer.keyPairId !== keyPairId)
      refuse(
        "CLOUDFRONT_KEY_PAIR_ID",
        `the run is signed with ${keyPairId}, and this worker has ${this.#signer.keyPairId}; give it the key of the run`,
      );
    if (Date.parse(dateLessThan) <= Date.now())
      refuse(
        "--run",
        `its URLs expired at ${dateLessThan} by this machine's clock; check the clock, or begin a new run`,
      );
    await run.output.prepare();
    await checkPublicKey(run.output, this.#key, keyPairId);
    this.#run = run;
    return run;
  }

  /** Of this worker, not of the chunk: another worker may do it. @param {Error} fault */
  #end(fault) {
    this.#fault ??= fault;
    this.#ended.abort();
  }

  /**
   * @param {import("bullmq").Job} job
   * @param {string} token
   */
  async #process(job, token) {
    let run;
    try {
      run = await this.#runOf(job.data);
    } catch (error) {
      if (!(error instanceof Fault) || error instanceof StorageFault) throw error;
      this.#end(error);
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const { sha256 } = run.terms;
    const chunk = readJob(job.data, run.terms);
    const found = await this.#existing(run, chunk);
    const record = found ?? (await this.#write(run, chunk)) ?? (await this.#ofAnother(run, chunk));
    await this.#state.recordDone(sha256, chunk.chunk, record, found !== undefined);
    this.#chunks += 1;
  }

  /** The run of a job: after `remove` and another `add`, it is a new one. @param {any} data */
  async #runOf(data) {
    const run = this.#run;
    if (run?.terms.sha256 === data?.terms && Date.parse(run?.terms.dateLessThan ?? "") > Date.now())
      return /** @type {NonNullable<typeof run>} */ (run);
    const { terms, output } = await this.#state.description();
    if (terms === undefined || output === undefined)
      throw new UnrecoverableError(
        `--run: Redis has no run ${this.#state.run}; begin it with node bulk.js add`,
      );
    return this.#open(output, terms);
  }

  /**
   * The record of a part that another worker has written.
   * @param {Awaited<ReturnType<typeof openRun>>} run
   * @param {import("../job.js").ChunkJob} job
   */
  async #existing({ output }, { chunk, lines }) {
    const part = await output.read(partName(chunk));
    if (part === undefined) return undefined;
    const signed = countNewlines(part);
    const rejected = countNewlines((await output.read(rejectedName(chunk))) ?? "");
    if (signed + rejected !== countLines(lines))
      throw new UnrecoverableError(
        `--output: ${partName(chunk)} has ${signed} URLs and ${rejected} rejected lines, and the chunk has ${countLines(lines)}; delete the part if it is damaged, or begin a new run`,
      );
    return { lines: lines.length, signed, rejected };
  }

  /**
   * The record of a part that got its name meanwhile.
   * @param {Awaited<ReturnType<typeof openRun>>} run
   * @param {import("../job.js").ChunkJob} job
   */
  async #ofAnother(run, job) {
    const record = await this.#existing(run, job);
    if (record !== undefined) return record;
    throw new UnrecoverableError(
      `--output: ${partName(job.chunk)} has its name, but is not a file that can be read; delete it, and run add again`,
    );
  }

  /**
   * Undefined if another one has written the part meanwhile.
   * @param {Awaited<ReturnType<typeof openRun>>} run
   * @param {import("../job.js").ChunkJob} data
   */
  async #write({ output, terms }, data) {
    const { signed, rejected } = await signChunk(this.#signer, data, terms.dateLessThan);
    // First the rejected lines: a chunk that has its part is complete.
    if (rejected.length > 0)
      await output.writeOnce(rejectedName(data.chunk), toLines(rejected.map((one) => JSON.stringify(one))));
    if (!(await output.writeOnce(partName(data.chunk), toLines(signed)))) return undefined;
    this.#signed += signed.length;
    this.#rejected += rejected.length;
    return { lines: data.lines.length, signed: signed.length, rejected: rejected.length };
  }

  /** Finishes the chunks in work. @param {Worker} worker */
  async #close(worker) {
    await worker.close();
    const [signed, rejected, chunks] = [this.#signed, this.#rejected, this.#chunks].map((number) =>
      number.toLocaleString("en"),
    );
    console.error(
      `Ended. Signed ${signed} lines${this.#rejected ? `, rejected ${rejected}` : ""}, in ${chunks} chunks.`,
    );
  }
}

/**
 * The chunk has gone to another worker, because this one was stopped or without Redis for a while. Who is second
 * finds the part.
 * @param {Error} error
 */
const isTakenOver = ({ message }) =>
  /^(Missing (lock|key) for job|Lock mismatch|could not renew lock)|is not in the active state/i.test(
    message,
  );

/** @param {string[]} lines */
const toLines = (lines) => lines.map((line) => `${line}\n`).join("");

/** @param {string} text */
const countNewlines = (text) => text.split("\n").length - 1;
