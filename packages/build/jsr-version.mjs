// jsr-version.mjs: gives each jsr.json the version of package.json, after "changeset version" has changed that. All
// published packages have the same version, and need each other in exactly this one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "..");
for (const name of readdirSync(packages)) {
  const file = join(packages, name, "jsr.json");
  if (!existsSync(file)) continue;
  const { version } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  const text = readFileSync(file, "utf8").replace(
    /(?<="version": "|"jsr:@cloudfront-sign\/[a-z]+@)[^"/]+/g,
    version,
  );
  writeFileSync(file, text);
}
