import type { Command } from "../command.ts";
import { refuse } from "../refusal.ts";

/** Not built yet. */
export const keygen: Command = {
  forms: [],
  flags: {},
  examples: [],
  run: async () => refuse("keygen is not built yet"),
};
