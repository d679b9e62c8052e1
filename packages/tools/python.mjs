// A Python with the packages of requirements files, for tests that need a program written in Python.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { run } from "./run.mjs";

const cache = join(root, "node_modules/.cache/python-environments");

/** @typedef {{ python: string, problem?: never } | { python?: never, problem: string }} Found `problem`: why there is none */

/**
 * The Python of a virtual environment with these packages, made once. Start its programs with `python -m`: the scripts
 * in its `bin` have another path in them.
 * @param {readonly string[]} requirements the paths of requirements files, in which each version is exact
 * @param {{ seconds?: number }} [options] `seconds`: how long the installation may take
 * @returns {Promise<Found>}
 */
export async function findPython(requirements, { seconds = 120 } = {}) {
  const version = await run("python3", ["--version"], { seconds: 20 });
  if (version.status !== 0) return { problem: "there is no python3: apt-get install python3-venv" };
  const hash = createHash("sha256").update(version.stdout);
  for (const file of requirements) hash.update(readFileSync(file));
  const name = hash.digest("hex").slice(0, 12);
  const folder = join(cache, name);
  const python = join(folder, "bin/python");
  if (existsSync(folder)) return { python };
  mkdirSync(cache, { recursive: true });
  // Runs beside this one may need the same: whoever is ready first gives the folder its name.
  const own = mkdtempSync(join(cache, `${name}-`));
  try {
    const made = await run("python3", ["-m", "venv", own], { seconds: 60 });
    if (made.status !== 0) return { problem: "python3 -m venv fails: apt-get install python3-venv" };
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"];
    const files = requirements.flatMap((file) => ["-r", file]);
    const installed = await run(join(own, "bin/python"), [...pip, ...files], { seconds });
    if (installed.status !== 0) return { problem: `pip: ${installed.output.trim().split("\n").at(-1)}` };
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
    return { python };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
