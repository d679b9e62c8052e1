import { explain, refuse } from "./fault.js";
import { connect } from "./redis.js";
import { RunState } from "./run.js";

/** The state of a run in Redis. @param {string} run */
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
  const { id, output } = await state.description();
  if (id === undefined || output === undefined) {
    await state.close();
    refuse("--run", `Redis has no run ${run}; begin it with node bulk.js add, or give --run another name`);
  }
  return { state, id, output };
}
