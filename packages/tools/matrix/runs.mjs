// What the matrix does: the same tests in every runtime, on the source and on the installed tarball, and the
// programs under examples/.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { browsers, ffmpeg, hosts, versionInPackage } from "@cloudfront-sign-webcrypto/runtimes";
import { run } from "@cloudfront-sign-webcrypto/runtimes/run";
import { variants } from "../workerd/variants.mjs";

export const vitest = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);
const self = process.execPath;

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string | undefined} path the program; undefined where the machine lacks it
 * @property {string[]} args
 * @property {string} install
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [runtime] where the runtime-neutral tests run in it
 * @property {"source" | "esm" | "cjs"} [library] what they import
 * @property {boolean} [hasOptionalTests] whether it skips what the machine lacks the programs for, and says
 * so in a figure
 */

/** @typedef {Run & { runtime: string, title: string, version: () => Promise<string> }} RuntimeRun */

/**
 * The first line that a runtime prints of itself, down to its number.
 * @param {string | undefined} path
 * @param {string[]} [before] what starts it
 */
async function printedVersion(path = "", before = []) {
  const [command = "", ...args] = [...before, path, "--version"];
  const { stdout } = await run(command, args, { seconds: 20 });
  return /\d+(\.\d+)+\w*/.exec(stdout)?.[0] ?? "unknown";
}

/** @type {Record<string, string>} */
const titles = { bun: "Bun", deno: "Deno", chromium: "Chromium", firefox: "Firefox", webkit: "WebKitGTK" };

/** One for each runtime, in the order of the documentation. @type {RuntimeRun[]} */
export const runtimes = [
  ...hosts.map(({ name, path, args, install }) => ({
    name,
    title: titles[name] ?? `Node.js ${name.slice("node".length)}`,
    version: () => printedVersion(path),
    path,
    // Without --bun, Bun would follow the script's first line to Node.js.
    args: [...args, ...(name === "bun" ? ["--bun"] : []), vitest, "run", "--project", "portable"],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
  ...Object.entries(variants).map(([name, { title }]) => ({
    name,
    title,
    version: async () => versionInPackage("workerd"),
    path: self,
    args: ["scripts/workerd/run.mjs", name],
    install: "",
  })),
  {
    name: "edge",
    title: "Edge VM (`@edge-runtime/vm`)",
    version: async () => createRequire(import.meta.url)("@edge-runtime/vm/package.json").version,
    path: self,
    args: [vitest, "run", "--project", "edge"],
    install: "",
  },
  ...browsers.map(({ name, path, install }) => ({
    name,
    title: titles[name] ?? name,
    version: () => printedVersion(path, name === "webkit" ? ["xvfb-run", "-a"] : []),
    path: path && self,
    args: [vitest, "run", "--config", "vitest.browsers.config.ts", "--project", name],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
].map((one) => ({ ...one, runtime: one.name }));

const commonJs = hosts.map(({ name }) => name);

/** The slowest first, so that none of them is left over at the end. @type {Run[]} */
const slowestFirst = [...runtimes].reverse();

const chromium = browsers.filter(({ name }) => name === "chromium");

/** Each an own line of the matrix, with what it needs beside Node.js. */
const programs = [
  { name: "example web-page", project: "examples", test: "test/examples/web-page.test.ts", needs: chromium },
  {
    name: "example inspector",
    project: "examples",
    test: "test/examples/inspector.test.ts",
    needs: chromium,
  },
  { name: "example worker", project: "examples", test: "test/examples/worker.test.ts", needs: [] },
  {
    name: "example edge-function",
    project: "examples",
    test: "test/examples/edge-function.test.ts",
    needs: [],
  },
  { name: "players", project: "players", test: "test/players", needs: [...chromium, ffmpeg] },
];

/** @param {string} app where the tarball gets installed @returns {Run[]} */
export function allRuns(app) {
  /** @param {"esm" | "cjs"} format @param {Run} run @returns {Run} */
  const packed = (format, { name, env, ...rest }) => ({
    ...rest,
    name: `${name} packed ${format}`,
    env: { ...env, PACKED: format, PACKED_DIR: app },
    library: format,
  });
  return [
    { name: "node-only", path: self, args: [vitest, "run", "--project", "node", "test/node"], install: "" },
    ...slowestFirst.map((one) => ({ ...one, library: /** @type {const} */ ("source") })),
    ...programs.map(({ name, project, test, needs }) => {
      const missing = needs.filter(({ path }) => !path);
      return {
        name,
        path: missing.length > 0 ? undefined : self,
        args: [vitest, "run", "--project", project, test],
        install: missing.map(({ install }) => install).join("; "),
      };
    }),
    {
      name: "clients",
      path: self,
      args: [vitest, "run", "--project", "clients"],
      install: "",
      hasOptionalTests: true,
    },
    ...slowestFirst.map((one) => packed("esm", one)),
    ...slowestFirst.filter(({ name }) => commonJs.includes(name)).map((one) => packed("cjs", one)),
  ];
}
