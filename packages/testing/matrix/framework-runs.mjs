// The runs of the examples with frameworks, each with a package.json and a lockfile of its own.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { examples } from "../folders.mjs";
import { browsers, hosts } from "../runtimes.mjs";
import { plain, vitest } from "./vitest.mjs";

const node24 = hosts.filter(({ name }) => name === "node24");
const folder = "test/frameworks";

/** What an example needs besides Node.js 24. @type {Record<string, typeof hosts>} */
const needs = { next: browsers.filter(({ name }) => name === "chromium") };

/**
 * One run for each test file. They run on the tarball that is installed in `app`.
 * @param {string} app
 * @returns {import("./runs.mjs").Run[]}
 */
export const frameworkRuns = (app) =>
  readdirSync(join(examples, folder))
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => {
      const name = basename(file, ".test.ts");
      const missing = [...node24, ...(needs[name] ?? [])].filter(({ path }) => !path);
      return {
        name: `examples ${name}`,
        path: missing.length > 0 ? undefined : node24[0]?.path,
        args: [vitest, ...plain, `${folder}/${file}`],
        cwd: examples,
        env: { PACKED_DIR: app },
        install: missing.map(({ install }) => install).join("; "),
        isOnRequest: true,
      };
    });
