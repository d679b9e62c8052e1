// The runs of the matrix: the same tests in every runtime on the installed tarball, and the tests of programs.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { benchmark, examples, site, testing } from "../folders.mjs";
import { browsers, ffmpeg, hosts, redisServer } from "../runtimes.mjs";
import { variants } from "../workerd/variants.mjs";
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

/** What runs the tests of words (portable-tests.mjs). All others leave them out. */
const readsWords = [ownNode, "firefox"];

/** The slowest first, so that none of them runs alone at the end. @type {Run[]} */
const slowestFirst = [...runtimes].reverse();

const [chromium, firefox, webkit] = ["chromium", "firefox", "webkit"].map((name) =>
  browsers.filter((one) => one.name === name),
);
const node24 = hosts.filter(({ name }) => name === "node24");

/**
 * A run of Vitest in this Node.js.
 * @param {string} name
 * @param {string[]} args
 * @param {Partial<Run> & { needs?: (readonly import("../runtimes.mjs").Runtime[] | undefined)[] }} [options] `needs`:
 * the programs without which none of its tests can run; `packages`: those without which a few are skipped
 * @returns {Run}
 */
function vitestRun(name, args, { needs = [], packages = [], ...rest } = {}) {
  const programs = needs.flatMap((one = []) => one);
  const missing = programs.filter(({ path }) => !path);
  return {
    name,
    args: [vitest, ...args],
    packages: [...packagesOf(programs), ...packages],
    install: missing.map(({ install }) => install).join("; "),
    ...rest,
    path: missing.length > 0 ? undefined : (rest.path ?? self),
  };
}

/** @param {string} name @param {string[]} args */
const project = (name, ...args) => ["run", "--project", name, ...args];

/** In halves, so that no run is much longer than the others. @param {string} name @param {string[]} paths @param {Partial<Run>} [options] */
const nodeOnly = (name, paths, options) =>
  ["1/2", "2/2"].map((shard) =>
    vitestRun(`node-only ${name} ${shard}`, project("node", ...paths, `--shard=${shard}`), {
      ...options,
      hasOptionalTests: true,
      isInNpmTest: true,
    }),
  );

const players = "packages/integration/players";

/** The tests of what needs Node.js, of programs and of examples. @param {string} app @returns {Run[]} */
const programs = (app) => [
  // Completion is tried in the shells that there are, cookies with curl, and the function that denies grants in njs.
  ...nodeOnly("command", ["packages/command/test/", "packages/conformance/test/"], {
    packages: ["zsh", "fish", "njs"],
  }),
  ...nodeOnly("library", ["/test/node/", "packages/integration/"]),
  // A rehearsal of a release on JSR runs on request: VERDACCIO=… in CONTRIBUTING.
  vitestRun("node-only testing", project("testing"), { hasOptionalTests: true, isInNpmTest: true }),
  // The rivals and what draws charts are not installed for `npm test`.
  vitestRun("node-only benchmark", plain, { cwd: benchmark }),
  // Requests to a workerd that serves.
  vitestRun("workerd requests", project("workerd")),
  // With workers, producer and Redis that are killed; and the command that starts the example. One after the other.
  vitestRun("bulk faults", [...plain, "--no-file-parallelism", "test/bulk/faults"], {
    cwd: examples,
    needs: [[redisServer]],
    env: { PACKED_DIR: app },
    waits: true,
  }),
  // The others need openssl, Python and more. Tests of lines for a POSIX shell are skipped there.
  ...(process.platform === "win32"
    ? [vitestRun("windows command", project("node", "packages/command/test/"), { hasOptionalTests: true })]
    : []),
  vitestRun("example inspector", [...plain, "test/inspector"], { cwd: examples, needs: [chromium, firefox] }),
  vitestRun("example player", [...plain, "test/player-looks", "test/player-server", "test/player-start"], {
    cwd: examples,
    needs: [chromium],
  }),
  // Grants of seconds in browsers, which run in real time: a machine that is too slow for a film fails them.
  vitestRun(
    "real-time example player",
    [...plain, "--maxWorkers=2", "test/player.test", "test/player-firefox"],
    {
      cwd: examples,
      needs: [chromium, firefox],
      isOnRequest: true,
    },
  ),
  vitestRun("real-time service worker", project("players", `${players}/service-worker.test`), {
    needs: [chromium, firefox, webkit, [ffmpeg]],
    isOnRequest: true,
  }),
  // One browser at a time.
  vitestRun("real-time players", project("players", "--maxWorkers=1", `${players}/renewing`), {
    needs: [chromium, firefox, [ffmpeg]],
    isOnRequest: true,
  }),
  // It builds the site first.
  vitestRun("site", plain, { cwd: site, needs: [chromium] }),
  // S3 and DynamoDB are moto, which needs Python.
  vitestRun("example upload", [...plain, "test/upload"], {
    cwd: examples,
    needs: [chromium],
    hasOptionalTests: true,
  }),
  vitestRun("example one-time-link", [...plain, "test/one-time-link"], {
    cwd: examples,
    hasOptionalTests: true,
  }),
  // In each runtime that the machine has; a line says which it has not.
  vitestRun("example all-cores", [...plain, "test/all-cores"], { cwd: examples }),
  vitestRun("example ports", [...plain, "test/taken-port"], { cwd: examples }),
  vitestRun("example worker", project("examples", "packages/integration/examples/worker")),
  ...["edge-function", "lambda"].map((name) =>
    vitestRun(`example ${name}`, project("examples", `packages/integration/examples/${name}`), {
      isInNpmTest: true,
    }),
  ),
  vitestRun(
    "players",
    project("players", `--exclude=${players}/renewing*`, `--exclude=${players}/service-worker.test.ts`),
    { needs: [chromium, firefox, webkit, [ffmpeg]] },
  ),
  // They install the few packages of the example's lockfile.
  vitestRun("bulk", ["run", "--config", "test/bulk/vitest.config.ts"], {
    cwd: examples,
    needs: [[redisServer]],
    packages: ["python3-venv"],
    env: { PACKED_DIR: app },
    waits: true,
    hasOptionalTests: true,
  }),
  // One for each example with a framework, which has packages of its own.
  ...readdirSync(join(examples, "test/frameworks"))
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) =>
      vitestRun(`examples ${basename(file, ".test.ts")}`, [...plain, `test/frameworks/${file}`], {
        cwd: examples,
        needs: [node24, file.startsWith("next.") ? chromium : []],
        path: node24[0]?.path,
        env: { PACKED_DIR: app },
        isOnRequest: true,
      }),
    ),
  ...Object.entries({
    keys: ["python3-venv", "softhsm2", "php-cli"],
    clients: ["python3-venv", "golang-go", "default-jdk-headless"],
    pipes: ["python3-venv", "default-jdk-headless", "parallel"],
  }).map(([name, packages]) => vitestRun(name, project(name), { packages, hasOptionalTests: true })),
];

/** @param {string} app the folder in which the tarball is installed @returns {Run[]} */
export function allRuns(app) {
  /** @param {"esm" | "cjs"} format @param {Run} run @returns {Run} */
  const packed = (format, { name, env, ...rest }) => {
    const hasWords = format === "esm" && readsWords.includes(name);
    return {
      ...rest,
      name: `${name} packed ${format}`,
      hasWords,
      env: {
        ...env,
        ...(!hasWords && { WITHOUT_WORDS: "1" }),
        // Repeated tests try all their inputs once with the same code: packages/testing/support/runs.ts.
        ...(format === "cjs" && { EXPECT_RUNTIME: `${name}-cjs` }),
        PACKED: format,
        PACKED_DIR: app,
      },
    };
  };
  return [
    ...slowestFirst.map((one) => ({ ...packed("esm", one), isInNpmTest: one.name === ownNode })),
    ...programs(app),
    ...slowestFirst.filter(({ name }) => commonJs.includes(name)).map((one) => packed("cjs", one)),
  ];
}
