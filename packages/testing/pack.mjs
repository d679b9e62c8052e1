// Packs the tarballs that a release would publish, and installs them as a user would.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, libraries, published } from "./folders.mjs";
import { npm, run } from "./run.mjs";

/** @param {string} what @param {ReturnType<typeof run>} running */
async function succeed(what, running) {
  const { status, output } = await running;
  if (status !== 0) throw new Error(`${what} failed\n${output}`);
}

/**
 * Leaves the staged files in the folder, too: for each package `staged/NAME/npm`, and `staged/NAME/jsr` if it is for JSR.
 * In `staged`, `deno publish` finds all of the latter.
 * @param {string} folder an existing one
 * @returns {Promise<string[]>} the tarballs, each after those that it needs
 */
export async function pack(folder) {
  const tarballs = Object.entries(published).map(async ([name, source]) => {
    const staged = join(folder, "staged", name);
    const stage = join(build, "stage.mjs");
    await succeed(`stage.mjs ${name}`, run(process.execPath, [stage, source, staged]));
    await succeed(
      `npm pack of ${name}`,
      npm(["pack", "--silent", "--pack-destination", staged], join(staged, "npm")),
    );
    const tarball = readdirSync(staged).find((file) => file.endsWith(".tgz"));
    if (!tarball) throw new Error(`npm pack left no tarball in ${staged}`);
    return join(staged, tarball);
  });
  const packed = await Promise.all(tarballs);
  const workspace = libraries.map(([name]) => `./${name}/jsr`);
  writeFileSync(join(folder, "staged/deno.json"), JSON.stringify({ workspace }));
  return packed;
}

/**
 * Installs into a new, empty project. Offline, because there is nothing to download: any other dependency would fail.
 * @param {readonly string[]} tarballs
 * @param {string} app
 */
export async function install(tarballs, app) {
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", version: "0.0.0", private: true }));
  const args = ["install", "--silent", "--no-audit", "--no-fund", "--offline", ...tarballs];
  await succeed(`npm ${args.join(" ")}`, npm(args, app));
}
