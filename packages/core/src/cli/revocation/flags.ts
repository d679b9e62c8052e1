import type { Flag } from "../command.ts";
import { rotationTools } from "../rotate/rotation.ts";

export const revocationFlags = {
  out: {
    value: "FILE",
    does: "writes the function to this file, and prints how to install it; the function goes to standard output if not given",
    group: "Output",
  },
  for: {
    value: "TOOL",
    does: "what to paste in each step; aws-cli if not given",
    group: "Output",
    choices: rotationTools,
  },
  json: { does: "print the steps as one line of JSON", group: "Output" },
  "longest-lifetime": {
    value: "TIME",
    does: "the longest time from a signature to its expiry in your grants with an ID (seconds, or 90s 15m 6h 7d); 7d if not given. A denied ID stays in the store for as long",
    group: "Settings",
  },
  name: {
    value: "NAME",
    does: "the name of the function and of its key value store; deny-grants if not given",
    group: "Settings",
  },
  distribution: {
    value: "ID",
    does: "the distribution whose cache behavior gets the function",
    group: "Settings",
  },
  "path-pattern": {
    value: "PATTERN",
    does: "the path pattern of this cache behavior; the default one if not given",
    group: "Settings",
  },
} as const satisfies Record<string, Flag>;

export type RevocationFlag = keyof typeof revocationFlags;
