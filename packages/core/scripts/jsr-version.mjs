// jsr-version.mjs: gives jsr.json the version of package.json, after "changeset version" has changed that.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const file = join(here, "jsr.json");
writeFileSync(file, readFileSync(file, "utf8").replace(/(?<="version": ")[^"]+/, version));
