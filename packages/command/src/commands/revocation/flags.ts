import type { Flag } from "../../command.ts";
import { infrastructureTools } from "../../foreign/infrastructure.ts";

export const revocationFlags = {
  out: {
    value: "FILE",
    does: "write the function to this file, and print how to install it; default: the function goes to standard output",
    group: "Output",
  },
  for: {
    value: "TOOL",
    does: "print the text to paste in each step; default: aws-cli",
    group: "Output",
    choices: infrastructureTools,
  },
  json: { does: "print the steps as one line of JSON", group: "Output" },
  "longest-lifetime": {
    value: "TIME",
    does: "the longest time from a signature to its expiry in your grants with an ID (seconds, or 90s 15m 6h 7d); default: 7d. A denied ID stays in the store for this long",
    group: "Settings",
  },
  name: {
    value: "NAME",
    does: "the name of the function and of its key value store; default: deny-grants",
    group: "Settings",
  },
  distribution: {
    value: "ID",
    does: "the distribution whose cache behavior gets the function; only for aws-cli",
    group: "Settings",
  },
  "path-pattern": {
    value: "PATTERN",
    does: "the path pattern of this cache behavior; only for aws-cli; default: the default cache behavior",
    group: "Settings",
  },
} as const satisfies Record<string, Flag>;

export type RevocationFlag = keyof typeof revocationFlags;
