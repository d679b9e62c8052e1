import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const cookies: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("cookies is not built yet"),
};
