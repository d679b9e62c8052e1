// stage.mjs PACKAGE FOLDER: makes the folders that a release publishes of the package in that folder: FOLDER/npm for
// npm, and FOLDER/jsr for JSR if it has a jsr.json. A package without a README of its own gets that of the repository.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const [source = "", folder = ""] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
// Scripts and development dependencies are for this repository.
const { devDependencies: _dependencies, scripts: _scripts, ...published } = manifest;

// A package has none of the pages that its README links to, so the links must be absolute.
const web = published.repository.url.replace(/^git\+|\.git$/g, "");
const own = join(source, "README.md");
const page = existsSync(own) ? own : join(root, "README.md");
/** The address of a file, from the README's own place. @param {"blob" | "raw"} kind @param {string} path */
const address = (kind, path) => {
  const [, file = "", anchor = ""] = /^([^#]*)(.*)$/.exec(path) ?? [];
  const inRepository = relative(root, join(dirname(page), file)).replaceAll("\\", "/");
  return `${web}/${kind}/v${published.version}/${inRepository}${anchor}`;
};
const readme = readFileSync(page, "utf8")
  .replace(/\]\((?!https?:|#)([^)]*)\)/g, (_, path) => `](${address("blob", path)})`)
  .replace(/ (src|srcset)="(?!https?:)([^"]*)"/g, (_, name, path) => ` ${name}="${address("raw", path)}"`);

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
