// Every npm script of the top level comes through here: in a fresh clone nothing but Node.js and npm is there
// yet, so this installs, builds what is out of date, and then does the task. It needs no package itself.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname ?? "");
const core = join(root, "packages/core");
const cli = join(core, "dist/cli.js");
const windows = process.platform === "win32";

/** Progress goes to stderr: stdout belongs to the task. @param {string} text */
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
 * @returns {number} its exit code, or what a shell would make of the signal that ended it
 */
function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { stdio: "inherit", cwd: root, ...options });
  if (error) say(String(error));
  return status ?? (signal ? 128 + constants.signals[signal] : 127);
}

/**
 * npm and npx, which are shell scripts on Windows.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
const runNpm = (command, args, cwd) => run(command, args, { cwd, shell: windows });

/**
 * The same for preparations: what they print is progress, and also under "npm --silent" they say why they
 * fail. @type {typeof runNpm}
 */
const prepare = (command, args, cwd) =>
  run(command, args, {
    cwd,
    shell: windows,
    stdio: ["inherit", process.stderr, "inherit"],
    env: { ...process.env, npm_config_loglevel: "warn" },
  });

/** What the installed packages depend on: these files, not their times, which every checkout sets anew. */
function manifests() {
  const packages = readdirSync(join(root, "packages")).map((name) => join("packages", name));
  const files = [".", "examples", ...packages].map((folder) => join(folder, "package.json"));
  return ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...files].filter((file) => existsSync(join(root, file)));
}

function installed() {
  const stamp = join(root, "node_modules/.installed");
  const hash = createHash("sha256");
  for (const file of manifests()) hash.update(file).update(readFileSync(join(root, file)));
  const wanted = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const pnpm = packageManager.split("+")[0];
  say(`installing packages with ${pnpm} (once, and again when the lockfile changes)`);
  // Someone may have run "npm install" here before: pnpm must replace that node_modules without asking.
  const args = ["--yes", pnpm, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false"];
  const status = prepare("npx", args, root);
  if (status !== 0) {
    stop(
      `\n"npx ${args.join(" ")}" failed with exit code ${status}.\n` +
        "- Is the npm registry in reach? Try: npm ping\n" +
        `- Was a package.json changed by hand? Bring the lockfile up to date: npx --yes ${pnpm} install\n` +
        "- Is node_modules damaged? Remove all of them: git clean -dxf, then try again",
      status,
    );
  }
  writeFileSync(stamp, wanted);
}

/** @param {string} path @returns {number} the time of the newest file in it */
function newest(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function built() {
  const sources = ["src", "package.json", "tsup.config.ts", "entry-points.mjs"].map((name) =>
    newest(join(core, name)),
  );
  // The build empties dist first and writes the types last.
  const outputs = ["dist/index.js", "dist/index.d.cts", "dist/cli.js"].map((name) =>
    newest(join(core, name)),
  );
  if (Math.min(...outputs) > Math.max(...sources)) return;
  say("building packages/core");
  const status = prepare("npm", ["run", "--silent", "build"], core);
  if (status !== 0)
    stop(`\nThe build of packages/core failed with exit code ${status}: its messages are above.`, status);
}

/** @type {Record<string, (args: string[]) => number>} */
const tasks = {
  build: () => 0,
  // Paths on the command line mean what they mean to the one who typed them; npm itself has moved to the top
  // level.
  start: (args) =>
    args.length === 0
      ? run(process.execPath, [join(root, "examples/tour.mjs")])
      : run(process.execPath, [cli, ...args], { cwd: process.env.INIT_CWD ?? process.cwd() }),
  test: (args) => run(process.execPath, [join(root, "packages/tools/matrix.mjs"), ...args]),
  check: (args) => run(process.execPath, [join(root, ".ci/check.mjs"), ...args]),
  bench: (args) =>
    runNpm("npm", ["run", "--silent", "bench", "--", ...args], join(root, "packages/benchmark")),
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`This needs Node.js 20.19 or newer; this is ${process.version}.`);
const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) stop(`There is no task "${name}", only ${Object.keys(tasks).join(", ")}.`, 2);
installed();
built();
process.exitCode = task(args);
