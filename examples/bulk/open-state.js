import { setTimeout as wait } from "node:timers/promises";
import { explain, refuse } from "./fault.js";
import { addressOf, connect } from "./redis.js";
import { RunState } from "./run.js";

/** So long a command that only shows something waits for Redis. */
const patience = 5000;

/** The state of a run in Redis. Commands wait until Redis answers. @param {string} run */
export function openState(run) {
  const redis = connect((fault) => {
    console.error(explain(fault));
    process.exit(2);
  });
  return new RunState(redis, run);
}

/** The state of a run that an `add` has begun. @param {string} run */
export async function openExistingState(run) {
  const state = openState(run);
  const description = await Promise.race([state.description(), wait(patience, undefined, { ref: false })]);
  if (description === undefined) {
    state.redis.disconnect();
    refuse(
      "REDIS_URL",
      `Redis at ${addressOf(state.redis)} does not answer; start it, or correct the address`,
    );
  }
  const { id, output } = description;
  if (id !== undefined && output !== undefined) return { state, id, output };
  await state.close();
  refuse("--run", `Redis has no run ${run}; begin it with node bulk.js add, or give --run another name`);
}
