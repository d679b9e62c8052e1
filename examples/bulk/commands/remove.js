// Deletes a run from Redis.
import { openExistingState } from "../open-state.js";
import { readRunName } from "../settings.js";

/** @param {Record<string, any>} options */
export async function run({ run: name }) {
  const { state, output } = await openExistingState(readRunName(name));
  await state.remove();
  await state.close();
  console.log(`Redis has forgotten the run ${state.run}. Its output stays in ${output}.`);
  return 0;
}
