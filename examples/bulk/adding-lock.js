import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { refuse } from "./fault.js";

/** An `add` that was killed holds the lock this long. */
const lifetime = 6000;

/** KEYS: the lock. ARGV: the holder, the lifetime. Takes the lock if it is free or the holder's own. */
const take = `
local holder = redis.call("GET", KEYS[1])
if holder == false or holder == ARGV[1] then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
  return false
end
return holder`;

/**
 * Keeps a second `add` of the same run away. It is there for a clear message: two of them would add the same jobs
 * with the same IDs.
 */
export class AddingLock {
  #state;
  #signal;
  #holder = `process ${process.pid} on ${hostname()}`;
  #renewing = new AbortController();
  /** @type {string | null} */
  #other = null;

  /** @param {import("./run.js").RunState} state @param {AbortSignal} signal */
  constructor(state, signal) {
    this.#state = state;
    this.#signal = signal;
  }

  async acquire() {
    const { run } = this.#state;
    const deadline = Date.now() + lifetime + 1000;
    this.#other = await this.#take();
    if (this.#other)
      console.error(`Another add of the run ${run} (${this.#other}) is running or was killed. Waiting …`);
    while (this.#other && Date.now() < deadline && !this.#signal.aborted) {
      await wait(500);
      this.#other = await this.#take();
    }
    this.check();
    this.#renew();
  }

  /** Throws if another `add` has the lock. It gets it if this process did not run for some seconds. */
  check() {
    if (this.#other)
      refuse(
        "--run",
        `${this.#other} is adding to the run ${this.#state.run}; wait until it ends, or stop it`,
      );
  }

  async release() {
    this.#renewing.abort();
    if (!this.#other) await this.#state.redis.unlink(this.#state.key("adding"));
  }

  async #renew() {
    const { signal } = this.#renewing;
    while (!signal.aborted) {
      await wait(lifetime / 3, undefined, { signal }).catch(() => {});
      if (!signal.aborted) this.#other = await this.#take().catch(() => null);
    }
  }

  /** @returns {Promise<string | null>} who else has it */
  #take() {
    const { redis } = this.#state;
    return /** @type {any} */ (redis.eval(take, 1, this.#state.key("adding"), this.#holder, lifetime));
  }
}
