// same-version.mjs: gives everything that names the version of the packages the one in package.json, after "changeset
// version" has changed that: each jsr.json, the inspector, and the lockfiles of the examples. All published packages
// have the same version, and need each other in exactly this one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8"));

/** @param {string} file @param {RegExp} found where the version stands */
function write(file, found) {
  const path = join(root, file);
  if (existsSync(path)) writeFileSync(path, readFileSync(path, "utf8").replace(found, version));
}

for (const name of readdirSync(join(root, "packages")))
  write(`packages/${name}/jsr.json`, /(?<="version": "|"jsr:@cloudfront-sign\/[a-z]+@)[^"/]+/g);
for (const name of readdirSync(join(root, "examples")))
  write(
    `examples/${name}/package-lock.json`,
    /(?<="version": ")[^"]+(?=",\s*"resolved": "file:[./]*\/packages\/core")/g,
  );
write("examples/inspector/version.js", /(?<=version = ")[^"]+/);
