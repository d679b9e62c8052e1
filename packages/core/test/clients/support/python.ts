import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/tools/run";

const requirements = join(import.meta.dirname, "../programs/requirements.txt");
const cache = join(import.meta.dirname, "../../../node_modules/.cache/python-clients");

/** The Python of a virtual environment with the clients, made once; undefined if that fails. */
export async function pythonWithClients(): Promise<string | undefined> {
  const version = await run("python3", ["--version"], { seconds: 20 });
  if (version.status !== 0) return undefined;
  const key = createHash("sha256")
    .update(version.stdout)
    .update(readFileSync(requirements))
    .digest("hex")
    .slice(0, 12);
  const folder = join(cache, key);
  const python = join(folder, "bin/python");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return python;
  rmSync(folder, { recursive: true, force: true });
  const made = await run("python3", ["-m", "venv", folder], { seconds: 60 });
  if (made.status !== 0) return undefined;
  const install = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--only-binary=:all:",
    "-r",
    requirements,
  ];
  const installed = await run(python, install, { seconds: 120 });
  if (installed.status !== 0) return undefined;
  writeFileSync(ready, "");
  return python;
}
