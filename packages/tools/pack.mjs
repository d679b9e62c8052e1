// Packs the tarball that a release would publish, and installs it as a user would.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { core } from "./folders.mjs";
import { npm } from "./run.mjs";

/** @param {string[]} args @param {string} cwd */
async function succeed(args, cwd) {
  const { status, output } = await npm(args, cwd);
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed\n${output}`);
}

/**
 * Leaves the staged files in the folder, too: `staged/npm`, and `staged/jsr`.
 * @param {string} folder an existing one
 * @returns {Promise<string>} the tarball's path
 */
export async function pack(folder) {
  const staged = join(folder, "staged");
  await succeed(["run", "--silent", "stage", "--", staged], core);
  await succeed(["pack", "--silent", "--pack-destination", folder], join(staged, "npm"));
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (!tarball) throw new Error(`npm pack left no tarball in ${folder}`);
  return join(folder, tarball);
}

/**
 * Installs into a new, empty project. Offline, because there is nothing to download: a dependency would fail.
 * @param {string} tarball
 * @param {string} app
 */
export async function install(tarball, app) {
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", version: "0.0.0", private: true }));
  await succeed(["install", "--silent", "--no-audit", "--no-fund", "--offline", tarball], app);
}
