// stage.mjs PACKAGE FOLDER: makes the folders that a release publishes of the package in that folder: FOLDER/npm for
// npm, and FOLDER/jsr for JSR if it has a jsr.json.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const [source = "", folder = ""] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
// Scripts and development dependencies are for this repository.
const { devDependencies: _dependencies, scripts: _scripts, ...published } = manifest;

// A package has none of the pages that its README links to, so the links must be absolute.
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
for (const name of published.files) cpSync(join(source, name), join(npm, name), { recursive: true });
writeFileSync(join(npm, "package.json"), `${JSON.stringify(published, null, 2)}\n`);

if (existsSync(join(source, "jsr.json"))) {
  const jsr = stage("jsr");
  cpSync(join(source, "src"), join(jsr, "src"), { recursive: true });
  copyFileSync(join(source, "jsr.json"), join(jsr, "jsr.json"));
}
