import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const doctor: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("doctor is not built yet"),
};
