import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const serve: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("serve is not built yet"),
};
