import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const completion: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("completion is not built yet"),
};
