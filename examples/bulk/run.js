// A run: its terms, which are a file in the output, and its state in Redis.
import { randomUUID } from "node:crypto";
import { Queue } from "bullmq";
import { Fault, refuse } from "./fault.js";
import { runName } from "./names.js";
import { openOutput } from "./output.js";

/** Keys of BullMQ and of this program begin with it, so that your own queues are untouched. */
export const prefix = "bulk";

/**
 * @typedef {object} Terms the content of run.json, which never changes
 * @property {string} id
 * @property {string} run
 * @property {string} input
 * @property {number} linesPerChunk
 * @property {string} keyPairId
 * @property {string} dateLessThan ISO 8601
 * @property {string} [expiresIn] as it was given
 * @property {string} firstChunk SHA-256
 */

/** @typedef {import("./output.js").Output} Output */

/**
 * Adds a chunk to the totals once, however often it is done.
 * KEYS: done, totals. ARGV: chunk, its record, signed, rejected, how many of them an earlier worker has written.
 */
const recordDone = `
if redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2]) == 1 then
  redis.call("HINCRBY", KEYS[2], "chunks", 1)
  redis.call("HINCRBY", KEYS[2], "signed", ARGV[3])
  redis.call("HINCRBY", KEYS[2], "rejected", ARGV[4])
  redis.call("HINCRBY", KEYS[2], "found", ARGV[5])
  redis.call("HSET", KEYS[2], "finished", redis.call("TIME")[1])
end`;

/**
 * Records how far add is. It never goes back: an `add` that slept may wake up after another one has finished.
 * KEYS: added. ARGV: chunks, then names and values.
 */
const recordAdded = `
if tonumber(redis.call("HGET", KEYS[1], "chunks") or 0) <= tonumber(ARGV[1]) then
  redis.call("HSET", KEYS[1], unpack(ARGV, 2))
end`;

/** What Redis knows about a run. */
export class RunState {
  /** @param {import("ioredis").Redis} redis @param {string} run */
  constructor(redis, run) {
    this.redis = redis;
    this.run = run;
    this.queue = new Queue(run, { connection: redis, prefix, streams: { events: { maxLen: 1000 } } });
    this.queue.on("error", () => {});
  }

  /** @param {"run" | "added" | "done" | "totals" | "adding"} name */
  key(name) {
    return `${prefix}:${this.run}:${name}`;
  }

  /** @returns {Promise<{ id?: string, output?: string }>} */
  description() {
    return this.redis.hgetall(this.key("run"));
  }

  /** Where `add` is. @returns {Promise<import("./chunks.js").Position & { isComplete: boolean }>} */
  async added() {
    const {
      chunks = 0,
      lines = 0,
      bytes = 0,
      sha256 = "",
      isComplete,
    } = await this.redis.hgetall(this.key("added"));
    return {
      chunks: Number(chunks),
      lines: Number(lines),
      bytes: Number(bytes),
      sha256: String(sha256),
      isComplete: isComplete === "1",
    };
  }

  async recordStart() {
    await this.redis.hsetnx(this.key("totals"), "started", await this.now());
  }

  /** Seconds of Redis's clock. */
  async now() {
    const [seconds] = await this.redis.time();
    return Number(seconds);
  }

  /** Sums of what is done. */
  async totals() {
    const names = /** @type {const} */ ([
      "chunks",
      "signed",
      "rejected",
      "retries",
      "stalled",
      "found",
      "started",
      "finished",
    ]);
    const values = await this.redis.hmget(this.key("totals"), ...names);
    return /** @type {Record<typeof names[number], number>} */ (
      Object.fromEntries(names.map((name, index) => [name, Number(values[index] ?? 0)]))
    );
  }

  /** @param {"retries" | "stalled"} name */
  countUp(name) {
    return this.redis.hincrby(this.key("totals"), name, 1);
  }

  /**
   * @param {number} chunk
   * @param {{ lines: number, signed: number, rejected: number }} record
   * @param {boolean} isFound whether the part was there already
   */
  recordDone(chunk, record, isFound) {
    const { signed, rejected } = record;
    const found = isFound ? signed + rejected : 0;
    const keys = [this.key("done"), this.key("totals")];
    return this.redis.eval(recordDone, 2, ...keys, chunk, JSON.stringify(record), signed, rejected, found);
  }

  /** @param {import("./chunks.js").Position & { isComplete?: 1 }} position */
  recordAdded(position) {
    return this.redis.eval(
      recordAdded,
      1,
      this.key("added"),
      position.chunks,
      ...Object.entries(position).flat(),
    );
  }

  async jobs() {
    const {
      wait = 0,
      active = 0,
      delayed = 0,
      failed = 0,
    } = await this.queue.getJobCounts("wait", "active", "delayed", "failed");
    return { waiting: wait, active, delayed, failed };
  }

  /** Forgets the run. Its output stays. */
  async remove() {
    await this.queue.obliterate({ force: true });
    const names = /** @type {const} */ (["run", "added", "done", "totals", "adding"]);
    await this.redis.unlink(...names.map((name) => this.key(name)));
  }

  async close() {
    await this.queue.close();
    this.redis.disconnect();
  }
}

/**
 * The terms of the run that writes to this output.
 * @param {Output} output
 * @returns {Promise<Terms | undefined>}
 */
export async function readTerms(output) {
  const text = await output.read(runName);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    refuse("--output", `${runName} in ${output.location} is not JSON; give another folder`);
  }
}

/**
 * Writes the terms, or compares them with those of an earlier `add`, which stay.
 * @param {Output} output
 * @param {Omit<Terms, "id">} given
 * @returns {Promise<Terms>}
 */
export async function settleTerms(output, given) {
  const existing = await readTerms(output);
  if (existing === undefined) {
    const terms = { id: randomUUID(), ...given };
    if (await output.writeOnce(runName, `${JSON.stringify(terms, undefined, 2)}\n`)) return terms;
    // Another `add` was faster.
    return settleTerms(output, given);
  }
  const difference = differenceOf(existing, given);
  if (difference) throw new Fault(difference);
  return existing;
}

/** @param {Terms} existing @param {Omit<Terms, "id">} given */
function differenceOf(existing, given) {
  const { run, linesPerChunk, keyPairId, dateLessThan, expiresIn, firstChunk } = existing;
  if (run !== given.run)
    return `--output: the run ${run} writes there; give another folder or prefix, or --run ${run} to resume it`;
  if (linesPerChunk !== given.linesPerChunk)
    return `--lines-per-chunk: the run began with ${linesPerChunk}; give ${linesPerChunk}, or another --output`;
  if (keyPairId !== given.keyPairId)
    return `CLOUDFRONT_KEY_PAIR_ID: the run began with ${keyPairId}, and this is ${given.keyPairId}; set the first, or give another --output`;
  if (expiresIn !== given.expiresIn || (!expiresIn && dateLessThan !== given.dateLessThan)) {
    const first = expiresIn ? `--expires-in ${expiresIn}` : `--date-less-than ${dateLessThan}`;
    return `${given.expiresIn ? "--expires-in" : "--date-less-than"}: the run began with ${first}; give that, or another --output`;
  }
  if (firstChunk !== given.firstChunk)
    return "--input: the input is not the one that the run began with; give that one, or another --output";
  return undefined;
}

/**
 * What a worker needs.
 * @param {string} location
 * @param {string} id
 */
export async function openRun(location, id) {
  const output = await openOutput(location);
  const terms = await readTerms(output);
  if (terms === undefined)
    refuse(
      "--output",
      `${location} has no ${runName} here; workers on several machines need a shared folder, or s3://`,
    );
  if (terms.id !== id)
    refuse("--output", `${location} belongs to another run than Redis says; see "node bulk.js remove"`);
  return { output, terms };
}
