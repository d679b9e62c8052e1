import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const inspect: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("inspect is not built yet"),
};
