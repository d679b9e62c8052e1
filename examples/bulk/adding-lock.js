import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { Fault } from "./fault.js";

/** An `add` that was killed holds the lock this long. */
const lifetime = 6000;

/** KEYS: the lock. ARGV: the holder, its lifetime. Takes the lock if it is free or the holder's own. */
const take = `
local holder = redis.call("GET", KEYS[1])
if holder == false or holder == ARGV[1] then
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
  return false
end
return holder`;

/** Keeps a second `add` of the same run away. Were it lost, the output would still be right. */
export class AddingLock {
  #holder = `process ${process.pid} on ${hostname()}`;
  /** @type {NodeJS.Timeout | undefined} */
  #renewal;

  /** @param {import("./run.js").RunState} state @param {AbortSignal} signal */
  constructor(state, signal) {
    this.state = state;
    this.signal = signal;
  }

  async acquire() {
    const deadline = Date.now() + lifetime + 1000;
    let holder = await this.#take();
    if (holder) console.error(`Waiting a few seconds: ${holder} may be adding to the run ${this.state.run}.`);
    while (holder && Date.now() < deadline && !this.signal.aborted) {
      await wait(500);
      holder = await this.#take();
    }
    if (holder)
      throw new Fault(
        `--run: ${holder} is adding to the run ${this.state.run}; wait for its end, or stop it`,
      );
    this.#renewal = setInterval(() => this.#take().catch(() => {}), lifetime / 3);
  }

  async release() {
    clearInterval(this.#renewal);
    await this.state.redis.unlink(this.state.key("adding"));
  }

  /** @returns {Promise<string | null>} who else has it */
  #take() {
    const { redis } = this.state;
    return /** @type {any} */ (redis.eval(take, 1, this.state.key("adding"), this.#holder, lifetime));
  }
}
