import type { Flag } from "./command.ts";

/** The program's name in messages and in the help. */
export const program = "cloudfront-sign";

/** Runs the program without a global installation. */
export const throughNpx = "npx cloudfront-sign";

/** Flags that every command has. */
export const commonFlags = {
  help: { short: "h", does: "this text", group: "Other" },
  version: { does: "the version of the package", group: "Other" },
} as const satisfies Record<string, Flag>;
