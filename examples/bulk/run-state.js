// What Redis knows about a run.
import { Queue } from "bullmq";

/** Keys of BullMQ and of this program begin with it, so that your own queues are untouched. */
export const prefix = "bulk";

/**
 * Adds a chunk to the totals once, however often it is done. A run that was removed gets no records.
 * KEYS: run, done, totals. ARGV: the run's terms, chunk, its record, lines, signed, rejected, how many of the last two
 * an earlier worker has written.
 */
const recordDone = `
if redis.call("HGET", KEYS[1], "terms") == ARGV[1] and redis.call("HSETNX", KEYS[2], ARGV[2], ARGV[3]) == 1 then
  redis.call("HINCRBY", KEYS[3], "chunks", 1)
  redis.call("HINCRBY", KEYS[3], "lines", ARGV[4])
  redis.call("HINCRBY", KEYS[3], "signed", ARGV[5])
  redis.call("HINCRBY", KEYS[3], "rejected", ARGV[6])
  redis.call("HINCRBY", KEYS[3], "found", ARGV[7])
  redis.call("HSET", KEYS[3], "finished", redis.call("TIME")[1])
end`;

/**
 * Records how far add is. It never goes back: an `add` that slept may wake up after another one has finished.
 * KEYS: added. ARGV: chunks, then names and values.
 */
const recordAdded = `
if tonumber(redis.call("HGET", KEYS[1], "chunks") or 0) <= tonumber(ARGV[1]) then
  redis.call("HSET", KEYS[1], unpack(ARGV, 2))
end`;

export class RunState {
  /** @param {import("ioredis").Redis} redis @param {string} run */
  constructor(redis, run) {
    this.redis = redis;
    this.run = run;
    this.queue = new Queue(run, { connection: redis, prefix, streams: { events: { maxLen: 1000 } } });
    this.queue.on("error", () => {});
  }

  /** @param {"run" | "added" | "done" | "totals" | "adding" | "adder"} name */
  key(name) {
    return `${prefix}:${this.run}:${name}`;
  }

  /** Where the run writes, and the SHA-256 of its terms. @returns {Promise<{ terms?: string, output?: string }>} */
  description() {
    return this.redis.hgetall(this.key("run"));
  }

  /** @param {string} terms @param {string} output */
  describe(terms, output) {
    return this.redis.hset(this.key("run"), { terms, output });
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
      "lines",
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
   * @param {string} terms SHA-256
   * @param {number} chunk
   * @param {{ lines: number, signed: number, rejected: number }} record
   * @param {boolean} isFound whether the part was there already
   */
  recordDone(terms, chunk, record, isFound) {
    const { lines, signed, rejected } = record;
    const found = isFound ? signed + rejected : 0;
    const keys = [this.key("run"), this.key("done"), this.key("totals")];
    const values = [terms, chunk, JSON.stringify(record), lines, signed, rejected, found];
    return this.redis.eval(recordDone, keys.length, ...keys, ...values);
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
    const names = /** @type {const} */ (["run", "added", "done", "totals", "adding", "adder"]);
    await this.redis.unlink(...names.map((name) => this.key(name)));
  }

  async close() {
    // A queue that could not begin cannot end either.
    await this.queue.close().catch(() => {});
    this.redis.disconnect();
  }
}
