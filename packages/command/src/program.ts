import type { Flag } from "./command.ts";
import { fs } from "./node-modules.ts";

/**
 * The program as a reader can start it, for lines to copy: with the package manager that started it, since a shell
 * finds the bare name only after a global installation. A package manager gets the name of the package, which is a
 * bin, too: on npm, the package `cloudfront-sign` is a stranger's.
 *
 * npm, pnpm, Yarn and Bun name themselves in npm_config_user_agent. pnpm exec and pnpm run set npm_command, pnpm dlx
 * does not. yarn dlx starts the program in a folder dlx-NUMBER.
 *
 * Sources: npm Docs, "config", user-agent; Yarn, plugin-dlx, sources/commands/dlx.ts; seen with npm 11, pnpm 10,
 * Yarn 1 and 4, and Bun 1.
 */
export function program(): string {
  const { npm_config_user_agent: agent = "", npm_command: npmCommand, INIT_CWD: folder = "" } = process.env;
  const prefixes: Readonly<Record<string, string>> = {
    npm: "npx ",
    pnpm: npmCommand === undefined ? "pnpm dlx " : "pnpm exec ",
    yarn: /[/\\]dlx-\d+$/.test(folder) ? "yarn dlx " : "yarn ",
    bun: "bunx ",
  };
  const [manager = ""] = agent.split("/", 1);
  return Object.hasOwn(prefixes, manager) ? `${prefixes[manager]}cloudfront-sign-cli` : "cloudfront-sign";
}

/** Flags that every command has. */
export const commonFlags = {
  help: { short: "h", does: "this text", group: "Other" },
  version: { does: "the version of the package", group: "Other" },
} as const satisfies Record<string, Flag>;

/** What `package.json` says of this package. */
interface PackageDescription {
  readonly name: string;
  readonly version: string;
  /** The address of its issues. */
  readonly bugs: string;
}

export function packageDescription(): PackageDescription {
  return JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
