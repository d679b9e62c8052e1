import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { refuse } from "./fault.js";
import { printable } from "./terminal.js";

/** An `add` that was killed holds the lock this long. */
const lifetime = 6000;

/**
 * KEYS: the lock, its last holder. ARGV: the holder, the lifetime, whether it had the lock before.
 * Takes the lock if it is free. Who had it before gets it only if nobody else had it since then.
 */
const take = `
local holder = redis.call("GET", KEYS[1])
if holder == false and ARGV[3] == "again" then holder = redis.call("GET", KEYS[2]) end
if holder and holder ~= ARGV[1] then return holder end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("SET", KEYS[2], ARGV[1])
return false`;

/** KEYS: the lock. ARGV: the holder. */
const release = `if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end`;

/**
 * Keeps a second `add` of the same run away. It is there for a clear message: two of them would add the same jobs
 * with the same IDs.
 */
export class AddingLock {
  #state;
  #signal;
  // In containers, another one may have the same process ID and host name.
  #holder = `process ${process.pid} on ${hostname()} (${randomUUID().slice(0, 8)})`;
  #renewing = new AbortController();

  /** @param {import("./run-state.js").RunState} state @param {AbortSignal} signal */
  constructor(state, signal) {
    this.#state = state;
    this.#signal = signal;
  }

  async acquire() {
    const { run } = this.#state;
    const deadline = Date.now() + lifetime + 1000;
    let other = await this.#take("first");
    if (other)
      console.error(
        `Another add of the run ${run} (${printable(other)}) is running or was killed. Waiting …`,
      );
    while (other && Date.now() < deadline && !this.#signal.aborted) {
      await wait(500);
      other = await this.#take("first");
    }
    if (other) refuse("--run", `${other} is adding to the run ${run}; wait until it ends, or stop it`);
    this.#renew();
  }

  /** Throws if another `add` has got the lock, because this process did not run for some seconds. */
  async hold() {
    const other = await this.#take("again");
    if (other)
      refuse(
        "--run",
        `${other} has gone on with the run ${this.#state.run} while this process did not run; see node bulk.js report`,
      );
  }

  async release() {
    this.#renewing.abort();
    const { redis } = this.#state;
    // It ends by itself as well: nothing waits for a Redis that is away.
    if (redis.status === "ready")
      await redis.eval(release, 1, this.#state.key("adding"), this.#holder).catch(() => {});
  }

  async #renew() {
    const { signal } = this.#renewing;
    while (!signal.aborted) {
      await wait(lifetime / 3, undefined, { signal }).catch(() => {});
      // Who else has it shows before the next chunk is added.
      if (!signal.aborted) await this.#take("again").catch(() => {});
    }
  }

  /** @param {"first" | "again"} time @returns {Promise<string | null>} who else has it */
  #take(time) {
    const { redis } = this.#state;
    const keys = [this.#state.key("adding"), this.#state.key("adder")];
    return /** @type {any} */ (redis.eval(take, keys.length, ...keys, this.#holder, lifetime, time));
  }
}
