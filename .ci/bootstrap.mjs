// Every npm script of the top level starts here. It installs the packages, builds what is out of date and
// then runs the task, so that a fresh clone needs only Node.js and npm. It imports no package itself.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

const root = dirname(import.meta.dirname ?? "");
const core = join(root, "packages/core");
/** The published packages, each after those that it needs, and a file that its build writes. */
const builds = [
  { folder: core, output: "dist/index.js", types: "dist/index.d.cts" },
  { folder: join(root, "packages/media"), output: "dist/hls.js", types: "dist/hls.d.cts" },
  { folder: join(root, "packages/diagnosis"), output: "dist/index.js", types: "dist/index.d.cts" },
  { folder: join(root, "packages/command"), output: "dist/main.js" },
];
const cli = join(root, "packages/command/dist/main.js");
const bulk = join(root, "examples/bulk");
const conformance = join(root, "packages/conformance");
const testing = join(root, "packages/testing");
const site = join(testing, "site");
const windows = process.platform === "win32";

/** Prints progress to stderr: stdout belongs to the task. @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @param {string} text @param {number} [status] @returns {never} */
function stop(text, status = 1) {
  say(text);
  process.exit(status);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 * @returns {number} its exit code, or 128 and the number of the signal that ended it, as in a shell
 */
function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { stdio: "inherit", cwd: root, ...options });
  if (error) say(String(error));
  return status ?? (signal ? 128 + constants.signals[signal] : 127);
}

/**
 * Runs npm or npx, which are shell scripts on Windows.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
const runNpm = (command, args, cwd) => run(command, args, { cwd, shell: windows });

/**
 * The same for preparations. Their output is progress, and they print why they fail even with "npm --silent".
 * @type {typeof runNpm}
 */
const prepare = (command, args, cwd) =>
  run(command, args, {
    cwd,
    shell: windows,
    stdio: ["inherit", process.stderr, "inherit"],
    env: { ...process.env, npm_config_loglevel: "warn" },
  });

/** For the age of its packages, pnpm asks the registry about the whole lockfile: `all` does, which is what CI installs. */
const unasked = "--config.minimumReleaseAge=0";

const withoutTheLargest = [
  "--filter=!@cloudfront-sign-webcrypto/runtimes",
  "--filter=!@cloudfront-sign-webcrypto/benchmark",
  "--filter=!@cloudfront-sign-webcrypto/checks",
];

/**
 * What each task needs, the least first: pnpm's options.
 * @type {Record<"release" | "tour" | "tests" | "site" | "all", string[]>}
 */
const parts = {
  // The published packages, and what builds them.
  release: [unasked, "--filter=cloudfront-sign-media...", "--filter=cloudfront-sign-cli..."],
  // TypeScript and tsup, which build the packages, and links to them.
  tour: [
    unasked,
    "--filter=@cloudfront-sign-webcrypto/examples...",
    "--filter=@cloudfront-sign-webcrypto/conformance",
  ],
  // Everything but VitePress, other runtimes, the rivals, charts, and the checks of the top level.
  tests: [unasked, "--filter=!@cloudfront-sign-webcrypto/site", ...withoutTheLargest],
  site: [unasked, ...withoutTheLargest],
  all: [],
};

/** @param {string} task @param {string[]} args @returns {keyof typeof parts} */
const partOf = (task, args) =>
  task === "pack"
    ? "release"
    : task === "start" || task === "conformance"
      ? "tour"
      : task === "test" && (args.length === 0 || testPaths(args).length > 0)
        ? "tests"
        : task === "site"
          ? "site"
          : "all";

/**
 * `npm test -- packages/media/test/manifest`: the words that are files or folders, from the top level, with slashes.
 * @param {string[]} args
 */
const testPaths = (args) =>
  args
    .map((path) => relative(root, resolve(process.env.INIT_CWD ?? root, path)).replaceAll("\\", "/"))
    .filter((path) => path.includes("/") && existsSync(join(root, path)));

/** These tests run on the source. Only those of whole packages and programs read what is built. @param {string[]} paths */
const readsBuild = (paths) =>
  paths.some(
    (path) => !/^packages\/[^/]+\/test\/(?!node\b)/.test(path) || path.startsWith("packages/integration"),
  );

/**
 * Downloads a package and compares it with its hash in pnpm.json, which does not come from the registry.
 * @param {string} name @param {string} version @param {string} integrity @param {string} folder
 * @returns {string} the tarball
 */
function downloaded(name, version, integrity, folder) {
  const status = prepare("npm", ["pack", "--silent", `${name}@${version}`], folder);
  if (status !== 0)
    stop(`\n"npm pack ${name}@${version}" failed with exit code ${status}. Try: npm ping`, status);
  const file = readdirSync(folder).find((found) => found.endsWith(".tgz")) ?? "";
  const found = `sha512-${createHash("sha512")
    .update(readFileSync(join(folder, file)))
    .digest("base64")}`;
  if (found !== integrity)
    stop(
      `\nThe registry has another ${name}@${version} than .ci/pnpm.json: nothing was installed.\n${found}\n${integrity}`,
    );
  return file;
}

/** Other Linux systems, such as Alpine, have musl. */
function hasGlibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime !== undefined;
}

/**
 * The pnpm that package.json pins, from a tarball with a known hash.
 * @param {string} packageManager @param {string[]} args
 */
function runPnpm(packageManager, args) {
  const [name = "", version = ""] = packageManager.split("@");
  const { integrity } = JSON.parse(readFileSync(join(root, ".ci/pnpm.json"), "utf8"));
  // A program for this platform and the C library of most. Elsewhere the package itself is known, and npm chooses its program.
  const isOther = process.platform === "linux" && !hasGlibc();
  const program = `@pnpm/exe.${process.platform}-${process.arch}${isOther ? "-musl" : ""}`;
  const folder = mkdtempSync(join(tmpdir(), "pnpm-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  if (integrity[program] === undefined) {
    const tarball = join(folder, downloaded(name, version, integrity[name], folder));
    return prepare("npm", ["exec", "--yes", `--package=${tarball}`, "--", "pnpm", ...args], root);
  }
  const tarball = downloaded(program, version, integrity[program], folder);
  const status = run("tar", ["-xzf", tarball], { cwd: folder });
  return status || run(join(folder, "package/pnpm"), args, { stdio: ["inherit", process.stderr, "inherit"] });
}

/** @param {keyof typeof parts} part */
function installed(part) {
  const stamp = join(root, "node_modules/.installed");
  // A package.json that the lockfile does not have yet fails in CI, where everything is installed.
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(join(root, file)));
  const state = hash.digest("hex");
  const [foundState = "", found = ""] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  const order = Object.keys(parts);
  if (foundState === state && order.indexOf(found) >= order.indexOf(part)) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  say(`installing packages with ${packageManager} (once, and again when the lockfile changes)`);
  // If someone ran "npm install" here, pnpm must replace that node_modules without asking.
  const args = ["install", "--frozen-lockfile", "--config.confirmModulesPurge=false", ...parts[part]];
  const status = runPnpm(packageManager, args);
  if (status !== 0) {
    stop(
      `\n"pnpm ${args.join(" ")}" failed with exit code ${status}.\n` +
        "- Can you reach the npm registry? Try: npm ping\n" +
        `- Did you change a package.json? Bring the lockfile up to date: npx --yes ${packageManager} install\n` +
        "- Is node_modules damaged? Remove everything that Git ignores, then try again: git clean -dxf",
      status,
    );
  }
  writeFileSync(stamp, `${state} ${part}`);
}

/** @param {string} path @returns {number} the modification time of the newest file in it */
function newest(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** @param {boolean} withTypes the tour and the tests need none, and they take most of the build's time */
function built(withTypes) {
  for (const { folder, output, types } of builds) {
    const sources = ["src", "package.json", "jsr.json", "tsup.config.ts"].map((name) =>
      newest(join(folder, name)),
    );
    // The build empties dist first and writes the types last: the oldest of these tells whether it finished.
    const outputs = [output, ...(withTypes && types ? [types] : [])].map((name) =>
      newest(join(folder, name)),
    );
    if (Math.min(...outputs) > Math.max(...sources)) continue;
    const name = relative(root, folder);
    say(`building ${name}${withTypes ? "" : ", without types"}`);
    const status = prepare("npm", ["run", "--silent", withTypes ? "build" : "build:code"], folder);
    if (status !== 0)
      stop(`\nThe build of ${name} failed with exit code ${status}: its messages are above.`, status);
  }
}

/** Installs examples/bulk from its lockfile, which copies the build of packages/core. */
function installedBulk() {
  const stamp = join(bulk, "node_modules/.installed");
  if (newest(stamp) > Math.max(newest(join(bulk, "package-lock.json")), newest(join(core, "dist")))) return;
  say("installing the packages of examples/bulk");
  const status = prepare("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], bulk);
  if (status !== 0) stop(`\n"npm ci" in examples/bulk failed with exit code ${status}.`, status);
  writeFileSync(stamp, "");
}

/**
 * Relative paths are relative to the user's folder; npm itself has changed to the top level.
 * @param {string} program
 * @param {string[]} args
 */
const runForUser = (program, args) =>
  run(process.execPath, [program, ...args], { cwd: process.env.INIT_CWD ?? process.cwd() });

/** The tour, the demo of examples/bulk, or the command `cloudfront-sign`. @param {string[]} args */
function start([first, ...rest]) {
  if (first === undefined) return run(process.execPath, [join(root, "examples/tour.mjs")]);
  if (first !== "bulk") return runForUser(cli, [first, ...rest]);
  installedBulk();
  return runForUser(join(bulk, "bulk.js"), rest.length > 0 ? rest : ["demo"]);
}

/** @type {Record<string, (args: string[]) => number>} */
const tasks = {
  build: () => 0,
  start,
  test: (args) => {
    const paths = testPaths(args);
    if (paths.length === 0) return run(process.execPath, [join(testing, "matrix.mjs"), ...args]);
    // In this Node.js, each of them once.
    const vitest = join(testing, "node_modules/vitest/vitest.mjs");
    const projects = ["node", "testing", "workerd", "examples", "players", "clients", "pipes", "keys"];
    const options = projects.map((name) => `--project=${name}`);
    return run(process.execPath, [vitest, "run", ...options, ...paths], { cwd: testing });
  },
  check: (args) => run(process.execPath, [join(root, ".ci/check.mjs"), ...args]),
  pack: (args) => run(process.execPath, [join(root, "packages/testing/release.mjs"), ...args]),
  conformance: (args) =>
    prepare("npm", ["run", "--silent", "build"], conformance) ||
    runForUser(join(conformance, "dist/main.js"), args),
  site: (args) => run(process.execPath, [join(site, "build.mjs"), ...args]),
  bench: (args) =>
    runNpm("npm", ["run", "--silent", "bench", "--", ...args], join(root, "packages/benchmark")),
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`This needs Node.js 20.19 or newer; this is ${process.version}.`);
const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) stop(`There is no task "${name}", only ${Object.keys(tasks).join(", ")}.`, 2);
const part = partOf(name, args);
installed(part);
const paths = name === "test" ? testPaths(args) : [];
if (paths.length === 0 || readsBuild(paths)) built(part === "all" || part === "release");
process.exitCode = task(args);
