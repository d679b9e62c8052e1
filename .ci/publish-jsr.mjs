// publish-jsr.mjs FOLDER --version VERSION --deno PATH: publishes the folders FOLDER/NAME on JSR, each after those that it
// needs. It may be run again after half of it failed, and imports nothing but Node.js, because it runs with the identity
// that may publish. Deno skips a version that JSR has; this compares it first, file by file, and fails if it differs.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string" }, deno: { type: "string", default: "deno" } },
});
const [folder] = positionals;
const version = values.version?.replace(/^v/, "");
if (!folder || !version) {
  console.error("Usage: node publish-jsr.mjs FOLDER --version VERSION [--deno PATH]");
  process.exit(2);
}
const registry = process.env.JSR_URL ?? "https://jsr.io/";

/** @typedef {{ name: string, version: string, imports?: Record<string, string> }} Manifest */
const packages = readdirSync(folder).map((name) => {
  const path = join(folder, name);
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(path, "jsr.json"), "utf8"));
  return { path, ...manifest, imports: manifest.imports ?? {} };
});
// A package with imports needs the one without.
packages.sort((one, other) => Object.keys(one.imports).length - Object.keys(other.imports).length);

/**
 * The checksums that JSR lists of a version. Deno writes the names of imported packages in full.
 * @param {string} path @param {Record<string, string>} imports
 */
function checksums(path, imports) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      let text = readFileSync(file, "utf8");
      if (file.endsWith(".ts"))
        // Not in the examples of docstrings.
        for (const [name, full] of Object.entries(imports))
          text = text.replaceAll(
            new RegExp(`^(?! *\\*)(.* from ")${name}(?=(["/]))`, "gm"),
            (_, before, after) => before + (after === "/" ? full.replace("jsr:", "jsr:/") : full),
          );
      const checksum = `sha256-${createHash("sha256").update(text).digest("hex")}`;
      return [file.slice(path.length).replaceAll("\\", "/"), checksum];
    }),
  );
}

for (const one of packages) {
  const { path, name } = one;
  if (one.version !== version) throw new Error(`${path} is version ${one.version}, not ${version}`);
  const response = await fetch(new URL(`${name}/${version}_meta.json`, registry));
  if (!response.ok && response.status !== 404)
    throw new Error(`${registry} answered ${response.status} for ${name}`);
  if (response.ok) {
    /** @type {{ manifest: Record<string, { checksum: string }> }} */
    const { manifest } = await response.json();
    const ours = checksums(path, one.imports);
    const paths = [...new Set([...Object.keys(manifest), ...Object.keys(ours)])];
    const different = paths.filter((file) => manifest[file]?.checksum !== ours[file]);
    if (different.length > 0)
      throw new Error(`${name}@${version} is there already, and is NOT the same: ${different.join(", ")}`);
    console.log(`${name}@${version}: is there already, and is the same`);
    continue;
  }
  const { status } = spawnSync(values.deno, ["publish", "--allow-dirty"], { cwd: path, stdio: "inherit" });
  if (status !== 0) throw new Error(`deno publish of ${name} failed; run this again`);
  console.log(`${name}@${version}: published`);
}
