// A Python with the packages of requirements files, for tests that need a program written in Python.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder } from "./cached-folder.mjs";
import { run } from "./run.mjs";

/** A package that is built here is not compressed, only to be uncompressed. */
const env = { ...process.env, PIP_CONFIG_SETTINGS: "--build-option=--compression=stored" };

/** @typedef {{ python: string, problem?: never } | { python?: never, problem: string }} Found `problem`: why there is none */

/**
 * The Python of a virtual environment with these packages, made once. Start its programs with `python -m`: the scripts
 * in its `bin` have another path in them.
 * @param {readonly string[]} requirements the paths of requirements files, in which each version is exact
 * @param {{ seconds?: number }} [options] `seconds`: how long the installation may take
 * @returns {Promise<Found>}
 */
export async function findPython(requirements, { seconds = 120 } = {}) {
  const version = await run("python3", ["--version"]);
  if (version.status !== 0) return { problem: "there is no python3: apt-get install python3-venv" };
  const ofPython = [version.stdout];
  try {
    const pip = await cachedFolder("python-environments", ofPython, async (own) => {
      const made = await run("python3", ["-m", "venv", own]);
      if (made.status !== 0) throw new Error("python3 -m venv fails: apt-get install python3-venv");
    });
    const files = requirements.map((file) => readFileSync(file));
    const folder = await cachedFolder("python-environments", [...ofPython, ...files], async (own) => {
      const made = await run("python3", ["-m", "venv", "--without-pip", own]);
      if (made.status !== 0) throw new Error(`python3 -m venv: ${made.output.trim()}`);
      const [packages = ""] = readdirSync(join(own, "lib")).map((name) =>
        join(own, "lib", name, "site-packages"),
      );
      const flags = ["--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--no-compile"];
      const given = ["--target", packages, ...requirements.flatMap((file) => ["-r", file])];
      const args = ["-m", "pip", "install", ...flags, ...given];
      const installed = await run(join(pip, "bin/python"), args, { seconds, env });
      if (installed.status !== 0) throw new Error(`pip: ${installed.output.trim().split("\n").at(-1)}`);
    });
    return { python: join(folder, "bin/python") };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
