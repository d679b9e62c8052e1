// Finds each JavaScript runtime of this machine: the real binaries, not the shell scripts in
// node_modules/.bin.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

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

/**
 * @typedef {object} Runtime
 * @property {string} name
 * @property {string | undefined} path the binary, if this machine has it
 * @property {string[]} args the arguments before a script's path
 * @property {string} install how to get it
 */

/**
 * The first of the paths that exists, or what the variable NAME_BIN says.
 * @param {string} name
 * @param {(string | undefined)[]} paths
 * @param {{ install?: string, args?: string[] }} [options]
 * @returns {Runtime}
 */
function runtime(name, paths, { install, args = [] } = {}) {
  const variable = `${name.toUpperCase().replaceAll("-", "_")}_BIN`;
  const path = [process.env[variable], ...paths].find((one) => one && existsSync(one));
  return { name, path, args, install: `${install ? `${install}, or ` : ""}set ${variable}` };
}

/** Where programs of these names would be in the PATH. @param {string[]} names */
const inPath = (...names) =>
  names.flatMap((name) =>
    (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, `${name}${exe}`)),
  );

/** Runtimes that run a script from the command line. */
export const hosts = [
  ...["20", "22", "24", "26"].map((major) =>
    runtime(`node${major}`, [
      inPackage(`node${major}-${process.platform}-${process.arch}`, "bin", `node${exe}`),
      process.versions.node.startsWith(`${major}.`) ? process.execPath : undefined,
    ]),
  ),
  runtime("bun", [inPackage("bun", "bin", "bun.exe")]),
  runtime("deno", [inPackage("deno", `deno${exe}`)], { args: ["run", "-A"] }),
];

const mac = "/Applications";
const debianArch = { x64: "x86_64", arm64: "aarch64" }[/** @type {"x64"} */ (process.arch)] ?? process.arch;
// MiniBrowser needs a display: without xvfb-run it cannot start.
const hasDisplay = inPath("xvfb-run").some((path) => existsSync(path));

export const browsers = [
  runtime(
    "chromium",
    [
      ...inPath("chromium", "chromium-browser", "google-chrome"),
      `${mac}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    ],
    { install: "apt-get install chromium" },
  ),
  runtime("firefox", [...inPath("firefox-esr", "firefox"), `${mac}/Firefox.app/Contents/MacOS/firefox`], {
    install: "apt-get install firefox-esr",
  }),
  runtime(
    "webkit",
    hasDisplay
      ? [`/usr/lib/${debianArch}-linux-gnu`, "/usr/libexec", "/usr/lib"].map(
          (folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`,
        )
      : [],
    { install: "apt-get install libwebkit2gtk-4.1-0 xvfb xauth" },
  ),
];

/** Makes the video for the tests of the players. */
export const ffmpeg = runtime("ffmpeg", inPath("ffmpeg"), { install: "apt-get install ffmpeg" });

/** Runs the queue of examples/bulk. */
export const redisServer = runtime("redis-server", inPath("redis-server"), {
  install: "apt-get install redis-server",
});

/** The versions of TypeScript that users compile with. */
export const typescripts = ["5.0", "5.4", "5.9", "6.0", "7.0"].map((version) => ({
  version,
  tsc: /** @type {string} */ (inPackage(`typescript-${version}`, "bin", "tsc")),
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
