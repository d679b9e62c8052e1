import { setTimeout as wait } from "node:timers/promises";
import { explain, refuse } from "./fault.js";
import { addressOf, connect, redisFault, remedyOf } from "./redis.js";
import { RunState } from "./run-state.js";

/** So long a command that only shows something waits for Redis. */
const patience = 5000;

/**
 * Opens the state of a run in Redis for an action, and closes it after each outcome: an open connection keeps the
 * process alive. Commands wait until Redis answers.
 * @template T
 * @param {string} run
 * @param {(state: RunState) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withState(run, action) {
  const redis = connect((fault) => {
    console.error(explain(fault));
    process.exit(2);
  });
  const state = new RunState(redis, run);
  try {
    return await action(state);
  } catch (error) {
    throw redisFault(error);
  } finally {
    await state.close();
  }
}

/**
 * The same for a run that an `add` has begun.
 * @template T
 * @param {string} run
 * @param {(state: RunState, description: { terms: string, output: string }) => Promise<T>} action
 */
export function withExistingState(run, action) {
  return withState(run, async (state) => {
    const { redis } = state;
    const description = await Promise.race([state.description(), wait(patience, undefined, { ref: false })]);
    if (description === undefined) {
      // Nothing to wait for when it is closed.
      redis.disconnect();
      refuse("REDIS_URL", `Redis at ${addressOf(redis)} does not answer; ${remedyOf(redis)}`);
    }
    const { terms, output } = description;
    if (terms !== undefined && output !== undefined) return action(state, { terms, output });
    refuse("--run", `Redis has no run ${run}; begin it with node bulk.js add, or give --run another name`);
  });
}
