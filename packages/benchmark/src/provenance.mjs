// Where results come from: the commit, the machine, the versions.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { dirname, join } from "node:path";

const folder = join(import.meta.dirname, "..");

/** What Git prints. @param {...string} args */
export const git = (...args) =>
  execFileSync("git", args, { cwd: join(folder, "../.."), encoding: "utf8" }).trim();

function osName() {
  try {
    return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? platform();
  } catch {
    return `${platform()} ${release()}`;
  }
}

/**
 * The version of a package that is installed here.
 * @param {string} name
 * @returns {string}
 */
export const versionOf = (name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;

/** The machine. */
function host() {
  const { model = "unknown" } = cpus()[0] ?? {};
  return {
    cpu: model.trim(),
    cores: cpus().length,
    memoryBytes: totalmem(),
    os: osName(),
    kernel: release(),
  };
}

/** When and of which commit: `isDirty` says whether files differ from it. */
export const provenance = () => ({
  date: new Date().toISOString(),
  commit: git("rev-parse", "HEAD"),
  isDirty: git("status", "--porcelain") !== "",
  host: host(),
});

/** A value that is shorter than this has one line. */
const lineLength = 250;

/** JSON with a line for each small object. @param {unknown} value @param {string} [indent] @returns {string} */
function compact(value, indent = "") {
  const line = JSON.stringify(value);
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null || line.length < lineLength) return line;
  if (isList && value.every((one) => typeof one !== "object")) return line;
  const deeper = `${indent} `;
  const parts = Object.entries(value).map(
    ([name, one]) => `${deeper}${isList ? "" : `${JSON.stringify(name)}: `}${compact(one, deeper)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

/**
 * Writes raw results. More than six digits of a measurement are noise, and make the file large.
 * @param {string} file
 * @param {unknown} results
 */
export function writeResults(file, results) {
  mkdirSync(dirname(file), { recursive: true });
  const short = (/** @type {string} */ _, /** @type {unknown} */ value) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  writeFileSync(file, `${compact(JSON.parse(JSON.stringify(results, short)))}\n`);
}
