import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const verify: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("verify is not built yet"),
};
