// stage.mjs FOLDER: makes the folders that a release publishes, FOLDER/npm for npm and FOLDER/jsr for JSR.
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
const root = join(here, "../..");
const folder = process.argv[2] ?? "";
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// Scripts and development dependencies are for this repository: their "workspace:" versions mean nothing to npm.
const { devDependencies: _dependencies, scripts: _scripts, ...published } = manifest;

// Neither has the pages that the README links to, nor its chart, so the links must be absolute.
const web = published.repository.url.replace(/^git\+|\.git$/g, "");
const pages = `${web}/blob/v${published.version}/`;
const files = `${web}/raw/v${published.version}/`;
const readme = readFileSync(join(root, "README.md"), "utf8")
  .replace(/\]\((?!https?:|#)/g, `](${pages}`)
  .replace(/ (src|srcset)="(?!https?:)/g, ` $1="${files}`);

/** @param {string} name */
function stage(name) {
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "README.md"), readme);
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  return target;
}

const npm = stage("npm");
for (const name of published.files) cpSync(join(here, name), join(npm, name), { recursive: true });
writeFileSync(join(npm, "package.json"), `${JSON.stringify(published, null, 2)}\n`);

const jsr = stage("jsr");
cpSync(join(here, "src"), join(jsr, "src"), { recursive: true });
copyFileSync(join(here, "jsr.json"), join(jsr, "jsr.json"));
