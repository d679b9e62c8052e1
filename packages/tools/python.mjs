// A Python with the packages of requirements files, for tests that need a program written in Python.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { run } from "./run.mjs";

const cache = join(root, "node_modules/.cache/python");

/**
 * The Python of a virtual environment with these packages, made once.
 * @param {...string} requirements the paths of requirements files, in which each version is exact
 * @returns {Promise<string | undefined>} undefined if it cannot be made
 */
export async function pythonWith(...requirements) {
  const version = await run("python3", ["--version"], { seconds: 20 });
  if (version.status !== 0) return undefined;
  const hash = createHash("sha256").update(version.stdout);
  for (const file of requirements) hash.update(readFileSync(file));
  const folder = join(cache, hash.digest("hex").slice(0, 12));
  const python = join(folder, "bin/python");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return python;
  rmSync(folder, { recursive: true, force: true });
  const made = await run("python3", ["-m", "venv", folder], { seconds: 60 });
  if (made.status !== 0) return undefined;
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"];
  const installed = await run(python, [...pip, ...requirements.flatMap((file) => ["-r", file])], {
    seconds: 120,
  });
  if (installed.status !== 0) return undefined;
  writeFileSync(ready, "");
  return python;
}
