// publish.mjs FOLDER --version VERSION --owners NAME,… [--by-hand]: publishes the tarballs FOLDER/NAME/*.tgz on npm, each
// after those that it needs. It may be run again after half of it failed. It imports nothing but Node.js, because it
// runs with the identity that may publish: the workflow takes this file from the commit of the tag.
//
// A version that the registry has is skipped if the registry's integrity is that of our tarball; otherwise nothing is
// published. A package whose maintainers are not all among the owners is a stranger's: nothing is published under its
// name, and nothing that needs it.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * @typedef {{ file: string, name: string, version: string, integrity: string, needs: string[] }} Tarball
 * @typedef {object} Packument what a registry says about a name
 * @property {{ name: string }[]} [maintainers]
 * @property {Record<string, { dist: { integrity?: string } }>} versions
 */

const windows = process.platform === "win32";

/** @param {string} file @returns {Tarball} */
function tarball(file) {
  const manifest = execFileSync("tar", ["-xOzf", file, "package/package.json"], { encoding: "utf8" });
  const { name, version, dependencies = {} } = JSON.parse(manifest);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  return { file, name, version, integrity, needs: Object.keys(dependencies) };
}

/** Each after those that it needs. @param {readonly Tarball[]} tarballs */
function inOrder(tarballs) {
  /** @type {Set<Tarball>} */
  const ordered = new Set();
  /** @param {Tarball} one */
  const add = (one) => {
    for (const needed of tarballs.filter(({ name }) => one.needs.includes(name))) add(needed);
    ordered.add(one);
  };
  for (const one of tarballs) add(one);
  return [...ordered];
}

/** @param {string} registry @param {string} name @returns {Promise<Packument | undefined>} */
async function packument(registry, name) {
  const response = await fetch(new URL(name, registry), { headers: { "Cache-Control": "no-cache" } });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${registry} answered ${response.status} for ${name}`);
  return /** @type {Promise<Packument>} */ (response.json());
}

/**
 * @typedef {"publish" | "skip" | "create" | "stranger" | "different"} Plan
 * @param {Tarball} tarball
 * @param {Packument | undefined} found
 * @param {readonly string[]} owners
 * @returns {Plan}
 */
function plan({ version, integrity }, found, owners) {
  if (!found) return "create";
  const published = found.versions[version];
  if (published?.dist.integrity === integrity) return "skip";
  const maintainers = found.maintainers ?? [];
  if (maintainers.length === 0 || !maintainers.every(({ name }) => owners.includes(name))) return "stranger";
  return published ? "different" : "publish";
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: "string" },
    owners: { type: "string" },
    "by-hand": { type: "boolean", default: false },
  },
});
const { version, owners = "", "by-hand": byHand } = values;
const [folder] = positionals;
if (!folder || !version || !owners) {
  console.error("Usage: node publish.mjs FOLDER --version VERSION --owners NAME,… [--by-hand]");
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tgz"),
);
const tarballs = inOrder(files.map((file) => tarball(join(folder, file))));
const others = tarballs.filter((one) => one.version !== version.replace(/^v/, ""));
if (tarballs.length === 0 || others.length > 0) {
  console.error(`${folder}: expected tarballs of ${version}, found ${files.join(", ") || "none"}`);
  process.exit(1);
}

const registry = execFileSync("npm", ["config", "get", "registry"], {
  encoding: "utf8",
  shell: windows,
}).trim();
/** What is known of all names before the first one is published. @type {Map<Tarball, Plan>} */
const plans = new Map();
for (const one of tarballs) plans.set(one, plan(one, await packument(registry, one.name), owners.split(",")));

const provenance = byHand ? [] : ["--provenance"];
/** @param {Tarball} one @returns {string} what happened, or why it did not */
function publish({ file, name }) {
  const args = ["publish", file, "--access", "public", "--ignore-scripts", ...provenance];
  const { status } = spawnSync("npm", args, {
    stdio: ["inherit", process.stderr, "inherit"],
    shell: windows,
  });
  if (status === 0) return "published";
  process.exitCode = 1;
  return `npm publish of ${name} failed; run this again`;
}

/** Names that are on the registry with our content. @type {Set<string>} */
const there = new Set();
const isDifferent = [...plans.values()].includes("different");
for (const [one, planned] of plans) {
  const missing = one.needs.filter((name) => !there.has(name));
  const outcome =
    planned === "skip"
      ? "is there already, and is the same"
      : planned === "different"
        ? "is there already, and is NOT the same: nothing is published. A version cannot change; release a new one"
        : isDifferent
          ? "not published"
          : planned === "stranger"
            ? `not published: the package is somebody else's, not of ${owners}`
            : missing.length > 0
              ? `not published: it needs ${missing.join(", ")}`
              : planned === "create" && !byHand
                ? 'not published: npm creates no package for a workflow. Publish it by hand once: CONTRIBUTING.md, "Releases"'
                : publish(one);
  if (outcome === "published" || planned === "skip") there.add(one.name);
  else process.exitCode = 1;
  console.log(`${one.name}@${one.version}: ${outcome}`);
}
