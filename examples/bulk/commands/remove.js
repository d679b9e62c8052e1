// Deletes a run from Redis.
import { withExistingState } from "../open-state.js";
import { readRunName } from "../settings.js";
import { printable } from "../terminal.js";

/** @param {Record<string, any>} options */
export function run({ run: name }) {
  return withExistingState(readRunName(name), async (state, { output }) => {
    await state.remove();
    console.log(`Redis has forgotten the run ${state.run}. Its output stays in ${printable(output)}.`);
    return 0;
  });
}
