// The runs of the matrix: the same tests in every runtime on the installed tarball, in a few on the source, and
// the tests of programs.
import { join } from "node:path";
import { benchmark, examples, site, testing } from "../folders.mjs";
import { browsers, ffmpeg, hosts, redisServer } from "../runtimes.mjs";
import { variants } from "../workerd/variants.mjs";
import { frameworkRuns } from "./framework-runs.mjs";
import { plain, vitest } from "./vitest.mjs";

const self = process.execPath;

/** The packages of Debian with these programs. @param {readonly import("../runtimes.mjs").Runtime[]} needs */
const packagesOf = (needs) =>
  needs.flatMap(({ install }) => /apt-get install ([\w.+ -]+)/.exec(install)?.[1]?.trim().split(" ") ?? []);

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string | undefined} path the program; undefined where the machine lacks it
 * @property {string[]} args
 * @property {string} [cwd] the package whose tests it runs, packages/testing if not given
 * @property {string} install how to get the program
 * @property {readonly string[]} [packages] of Debian, which it needs besides Node.js and what its image has
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [runtime] set if it runs the runtime-neutral tests
 * @property {"source" | "esm" | "cjs"} [library] what they import
 * @property {boolean} [hasWords] whether the tests of words are among them
 * @property {boolean} [waits] whether it mostly waits for timers and players: such runs take turns in a lane of their own
 * @property {boolean} [isInNpmTest] whether `npm test` runs it: it needs Node.js only, and nothing of
 * packages/testing/runtimes
 * @property {boolean} [isOnRequest] whether it downloads frameworks or needs a machine that is quick enough: it runs only
 * if a word begins its name
 * @property {boolean} [hasOptionalTests] whether it skips tests whose programs the machine lacks, and reports
 * that as a figure
 */

/** @typedef {Run & { runtime: string, title: string }} RuntimeRun `title`: what docs/status.md calls it */

/** @type {Record<string, string>} */
const titles = { bun: "Bun", deno: "Deno", chromium: "Chromium", firefox: "Firefox", webkit: "WebKitGTK" };

/** One run for each runtime, in the order of the documentation. @type {RuntimeRun[]} */
export const runtimes = [
  ...hosts.map(({ name, path, args, install }) => ({
    name,
    title: titles[name] ?? `Node.js ${name.slice("node".length)}`,
    path,
    // Without --bun, Bun obeys the script's #! line and starts Node.js.
    args: [...args, ...(name === "bun" ? ["--bun"] : []), vitest, "run", "--project", "portable"],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
  ...Object.entries(variants).map(([name, { title }]) => ({
    name,
    title,
    path: self,
    args: [join(testing, "workerd/run.mjs"), name],
    install: "",
  })),
  {
    name: "edge",
    title: "Edge VM (`@edge-runtime/vm`)",
    path: self,
    args: [vitest, "run", "--project", "edge"],
    install: "",
  },
  ...browsers.map(({ name, path, args, install }) => ({
    name,
    title: titles[name] ?? name,
    packages: packagesOf([{ name, path, args, install }]),
    path: path && self,
    args: [vitest, "run", "--config", join(testing, "browsers/vitest.config.ts"), "--project", name],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
].map((one) => ({ ...one, runtime: one.name }));

/** CommonJS is the same code in other files: once is enough. The smoke test requires it in every runtime. */
const commonJs = ["node20"];

/** The Node.js that runs this, if it is one of the matrix. */
const ownNode = `node${process.versions.node.split(".")[0]}`;

/** Users run the tarball, which is made of the source: here only the Node.js of developers tests the source. */
const fromSource = ["node24"];

/** What runs the tests of words (portable-tests.mjs). All others leave them out. */
const readsWords = [ownNode, "firefox"];

/** The slowest first, so that none of them runs alone at the end. @type {Run[]} */
const slowestFirst = [...runtimes].reverse();

/** Half of what Node.js alone runs. */
const commandTests = ["packages/command/test/", "packages/conformance/test/"];

/** So that no run is much longer than the others. */
const halves = ["1/2", "2/2"];

/** Tests that need Node.js, and a few that skip what the machine lacks. @type {Run[]} */
const nodeOnly = [
  // Completion is tried in the shells that there are, cookies with curl, and the function that denies grants in njs.
  ...halves.map((shard) => ({
    name: `node-only command ${shard}`,
    args: ["run", "--project", "node", ...commandTests, `--shard=${shard}`],
    packages: ["zsh", "fish", "njs"],
    hasOptionalTests: true,
  })),
  ...halves.map((shard) => ({
    name: `node-only library ${shard}`,
    args: ["run", "--project", "node", "/test/node/", "packages/integration/", `--shard=${shard}`],
    hasOptionalTests: true,
  })),
  {
    name: "node-only testing",
    args: ["run", "--project", "testing"],
    // A rehearsal of a release on JSR runs on request: VERDACCIO=… in CONTRIBUTING.
    hasOptionalTests: true,
  },
].map(({ args, ...rest }) => ({
  ...rest,
  path: self,
  args: [vitest, ...args],
  install: "",
  isInNpmTest: true,
}));

/** Requests to a workerd that serves. @type {Run} */
const workerdRequests = {
  name: "workerd requests",
  path: self,
  args: [vitest, "run", "--project", "workerd"],
  install: "",
};

/** The rivals and what draws charts are not installed for `npm test`. @type {Run} */
const benchmarkOnly = {
  name: "node-only benchmark",
  path: self,
  args: [vitest, ...plain],
  cwd: benchmark,
  install: "",
};

/**
 * The command's tests alone, for Windows: the others need openssl, Python and more. Tests of lines for a POSIX
 * shell are skipped there.
 * @type {Run[]}
 */
const windowsOnly =
  process.platform === "win32"
    ? [
        {
          name: "windows command",
          path: self,
          args: [vitest, "run", "--project", "node", "packages/command/test/"],
          install: "",
          hasOptionalTests: true,
        },
      ]
    : [];

const chromium = browsers.filter(({ name }) => name === "chromium");
const firefox = browsers.filter(({ name }) => name === "firefox");
const webkit = browsers.filter(({ name }) => name === "webkit");

/** Tests of programs, each with the programs that it needs besides Node.js. @type {Run[]} */
const programs = [
  {
    name: "example inspector",
    args: [...plain, "test/inspector"],
    cwd: examples,
    needs: [...chromium, ...firefox],
  },
  {
    name: "example player",
    args: [...plain, "test/player-looks", "test/player-server", "test/player-start"],
    cwd: examples,
    needs: chromium,
  },
  // Grants of seconds in browsers, which run in real time: a machine that is too slow for a film fails them.
  {
    name: "real-time example player",
    isOnRequest: true,
    args: [...plain, "--maxWorkers=2", "test/player.test", "test/player-firefox"],
    cwd: examples,
    needs: [...chromium, ...firefox],
  },
  {
    name: "real-time service worker",
    isOnRequest: true,
    args: ["run", "--project", "players", "packages/integration/players/service-worker.test"],
    needs: [...chromium, ...firefox, ...webkit, ffmpeg],
  },
  {
    name: "real-time players",
    isOnRequest: true,
    // One browser at a time.
    args: ["run", "--project", "players", "--maxWorkers=1", "packages/integration/players/renewing"],
    needs: [...chromium, ...firefox, ffmpeg],
  },
  // It builds the site first.
  { name: "site", args: [...plain], cwd: site, needs: chromium },
  {
    name: "example upload",
    args: [...plain, "test/upload"],
    cwd: examples,
    needs: chromium,
    // S3 is moto, which needs Python.
    hasOptionalTests: true,
  },
  // DynamoDB is moto, which needs Python.
  {
    name: "example one-time-link",
    args: [...plain, "test/one-time-link"],
    cwd: examples,
    needs: [],
    hasOptionalTests: true,
  },
  // In each runtime that the machine has; a line says which it has not.
  { name: "example all-cores", args: [...plain, "test/all-cores"], cwd: examples, needs: [] },
  {
    name: "example worker",
    args: ["run", "--project", "examples", "packages/integration/examples/worker"],
    needs: [],
  },
  {
    name: "example edge-function",
    args: ["run", "--project", "examples", "packages/integration/examples/edge-function"],
    needs: [],
    isInNpmTest: true,
  },
  {
    name: "example ports",
    args: [...plain, "test/taken-port"],
    cwd: examples,
    needs: [],
  },
  {
    name: "example lambda",
    args: ["run", "--project", "examples", "packages/integration/examples/lambda"],
    needs: [],
    isInNpmTest: true,
  },
  {
    name: "players",
    args: [
      ...["run", "--project", "players", "--exclude=packages/integration/players/renewing*"],
      "--exclude=packages/integration/players/service-worker.test.ts",
    ],
    needs: [...chromium, ...firefox, ...webkit, ffmpeg],
  },
].map(({ args, needs, ...rest }) => {
  const missing = needs.filter(({ path }) => !path);
  return {
    ...rest,
    path: missing.length > 0 ? undefined : self,
    args: [vitest, ...args],
    packages: packagesOf(needs),
    install: missing.map(({ install }) => install).join("; "),
  };
});

/** Tests of programs that skip what the machine lacks. @type {Run[]} */
const optional = Object.entries({
  keys: ["python3-venv", "softhsm2", "php-cli"],
  clients: ["python3-venv", "golang-go", "default-jdk-headless"],
  pipes: ["python3-venv", "default-jdk-headless", "parallel"],
}).map(([name, packages]) => ({
  name,
  path: self,
  args: [vitest, "run", "--project", name],
  packages,
  install: "",
  hasOptionalTests: true,
}));

/**
 * The tests of examples/bulk, on the tarball. They install the few packages of its lockfile.
 * @param {string} app
 * @param {Pick<Run, "name" | "args" | "cwd" | "hasOptionalTests"> & { packages?: string[] }} run
 * @returns {Run}
 */
const bulkRun = (app, { args, packages = [], ...rest }) => ({
  ...rest,
  waits: true,
  path: redisServer.path && self,
  args: [vitest, ...args],
  env: { PACKED_DIR: app },
  packages: [...packagesOf([redisServer]), ...packages],
  install: redisServer.install,
});

/** @param {string} app */
const bulk = (app) =>
  bulkRun(app, {
    name: "bulk",
    args: ["run", "--config", "test/bulk/vitest.config.ts"],
    cwd: examples,
    // S3 is moto, which needs Python.
    hasOptionalTests: true,
    packages: ["python3-venv"],
  });

/**
 * With workers, producer and Redis that are killed; and the command that starts the example. One after the other.
 * @param {string} app
 */
const bulkFaults = (app) =>
  bulkRun(app, {
    name: "bulk faults",
    args: [...plain, "--no-file-parallelism", "test/bulk/faults"],
    cwd: examples,
  });

/** @param {string} app the folder in which the tarball is installed @returns {Run[]} */
export function allRuns(app) {
  /** @param {"esm" | "cjs" | "source"} library @param {Run} run @returns {Run} */
  const portable = (library, { env, ...rest }) => {
    const hasWords = library === "esm" && readsWords.includes(rest.name);
    return { ...rest, library, hasWords, env: { ...env, ...(!hasWords && { WITHOUT_WORDS: "1" }) } };
  };
  /** @param {"esm" | "cjs"} format @param {Run} run @returns {Run} */
  const packed = (format, run) => {
    const { name, env, ...rest } = portable(format, run);
    return {
      ...rest,
      name: `${name} packed ${format}`,
      env: {
        ...env,
        // Repeated tests try all their inputs once with the same code: packages/testing/support/runs.ts.
        ...(format === "cjs" && { EXPECT_RUNTIME: `${name}-cjs` }),
        PACKED: format,
        PACKED_DIR: app,
      },
    };
  };
  return [
    ...slowestFirst.map((one) => ({ ...packed("esm", one), isInNpmTest: one.name === ownNode })),
    ...nodeOnly,
    benchmarkOnly,
    workerdRequests,
    bulkFaults(app),
    ...windowsOnly,
    ...programs,
    bulk(app),
    ...frameworkRuns(app),
    ...optional,
    ...slowestFirst.filter(({ name }) => fromSource.includes(name)).map((one) => portable("source", one)),
    ...slowestFirst.filter(({ name }) => commonJs.includes(name)).map((one) => packed("cjs", one)),
  ];
}
