// Finds each JavaScript runtime of this machine: the real binaries, not the shell scripts in
// node_modules/.bin.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Their packages have a folder of their own, so that npm start and npm test need not install them.
const require = createRequire(join(import.meta.dirname, "runtimes/package.json"));
const exe = process.platform === "win32" ? ".exe" : "";

/**
 * @param {string} name an installed package
 * @param {string[]} parts a file in it
 */
function inPackage(name, ...parts) {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), ...parts);
  } catch {
    return undefined; // npm has no such package for this platform
  }
}

/** @param {string} name an installed package @returns {string} */
export const versionInPackage = (name) => require(`${name}/package.json`).version;

/** @param {(string | undefined)[]} paths */
const first = (...paths) => paths.find((path) => path && existsSync(path));

/**
 * @typedef {object} Runtime
 * @property {string} name
 * @property {string | undefined} path the binary, if this machine has it
 * @property {string[]} args the arguments before a script's path
 * @property {string} install how to get it
 */

/** @param {string} major @returns {Runtime} */
function node(major) {
  const own = process.versions.node.startsWith(`${major}.`) ? process.execPath : undefined;
  return {
    name: `node${major}`,
    path: first(
      process.env[`NODE${major}_BIN`],
      inPackage(`node${major}-${process.platform}-${process.arch}`, "bin", `node${exe}`),
      own,
    ),
    args: [],
    install: `set NODE${major}_BIN to a Node.js ${major} binary`,
  };
}

/** Runtimes that run a script from the command line. @type {Runtime[]} */
export const hosts = [
  ...["20", "22", "24", "26"].map(node),
  {
    name: "bun",
    path: first(process.env.BUN_BIN, inPackage("bun", "bin", "bun.exe")),
    args: [],
    install: "set BUN_BIN to a Bun binary",
  },
  {
    name: "deno",
    path: first(process.env.DENO_BIN, inPackage("deno", `deno${exe}`)),
    args: ["run", "-A"],
    install: "set DENO_BIN to a Deno binary",
  },
];

const debianArch = { x64: "x86_64", arm64: "aarch64" }[/** @type {"x64"} */ (process.arch)] ?? process.arch;
const mac = "/Applications";

/** @type {Runtime[]} */
export const browsers = [
  {
    name: "chromium",
    path: first(
      process.env.CHROMIUM_BIN,
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
      `${mac}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    ),
    args: [],
    install: "apt-get install chromium, or set CHROMIUM_BIN",
  },
  {
    name: "firefox",
    path: first(
      process.env.FIREFOX_BIN,
      "/usr/bin/firefox-esr",
      "/usr/bin/firefox",
      `${mac}/Firefox.app/Contents/MacOS/firefox`,
    ),
    args: [],
    install: "apt-get install firefox-esr, or set FIREFOX_BIN",
  },
  {
    name: "webkit",
    // MiniBrowser needs a display: without xvfb-run it cannot start.
    path:
      first("/usr/bin/xvfb-run") &&
      first(
        process.env.WEBKIT_BIN,
        `/usr/lib/${debianArch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
        "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/webkit2gtk-4.1/MiniBrowser",
      ),
    args: [],
    install: "apt-get install libwebkit2gtk-4.1-0 xvfb xauth (Linux only)",
  },
];

/** Makes the video for the tests of the players. @type {Runtime} */
export const ffmpeg = {
  name: "ffmpeg",
  path: first(process.env.FFMPEG_BIN, "/usr/bin/ffmpeg", "/opt/homebrew/bin/ffmpeg", "/usr/local/bin/ffmpeg"),
  args: [],
  install: "apt-get install ffmpeg, or set FFMPEG_BIN",
};

/** Runs the queue of examples/bulk. @type {Runtime} */
export const redisServer = {
  name: "redis-server",
  path: first(
    process.env.REDIS_SERVER_BIN,
    "/usr/bin/redis-server",
    "/opt/homebrew/bin/redis-server",
    "/usr/local/bin/redis-server",
  ),
  args: [],
  install: "apt-get install redis-server, or set REDIS_SERVER_BIN",
};

/** The versions of TypeScript that users compile with: its program, and its module if it has one. */
export const typescripts = ["5.0", "5.4", "5.9", "6.0", "7.0"].map((version) => ({
  version,
  tsc: /** @type {string} */ (inPackage(`typescript-${version}`, "bin", "tsc")),
  module: first(inPackage(`typescript-${version}`, "lib", "typescript.js")),
}));

/** The binary of Cloudflare's runtime, without wrangler or miniflare; empty if it is not installed. */
export const workerd = process.env.WORKERD_BIN ?? installedWorkerd();

/** @returns {string} */
function installedWorkerd() {
  try {
    return require("workerd").default;
  } catch {
    return "";
  }
}
