import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const explain: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("explain is not built yet"),
};
