// A Python with the packages of requirements files, for tests that need a program written in Python.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder } from "./cached-folder.mjs";
import { run } from "./run.mjs";

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
  const inputs = [version.stdout, ...requirements.map((file) => readFileSync(file))];
  try {
    const folder = await cachedFolder("python-environments", inputs, async (own) => {
      const made = await run("python3", ["-m", "venv", own], { seconds: 60 });
      if (made.status !== 0) throw new Error("python3 -m venv fails: apt-get install python3-venv");
      const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"];
      const files = requirements.flatMap((file) => ["-r", file]);
      const installed = await run(join(own, "bin/python"), [...pip, ...files], { seconds });
      if (installed.status !== 0) throw new Error(`pip: ${installed.output.trim().split("\n").at(-1)}`);
    });
    return { python: join(folder, "bin/python") };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
