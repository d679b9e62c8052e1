// release.mjs FOLDER: what a release consists of, in a new folder. `tarballs/NAME` for npm, `jsr/NAME` for JSR, and
// `notes.md`, the entries of this version in the changelogs.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { core, libraries, published } from "./folders.mjs";
import { pack } from "./pack.mjs";

const [given = "release"] = process.argv.slice(2);
const folder = resolve(process.env.INIT_CWD ?? "", given);
if (existsSync(folder)) throw new Error(`${folder} exists; remove it, so that no old tarball is released`);
mkdirSync(folder, { recursive: true });
const files = await pack(folder);
for (const [i, name] of Object.keys(published).entries()) {
  const file = files[i] ?? "";
  cpSync(file, join(folder, "tarballs", name, basename(file)));
}
for (const [name] of libraries)
  cpSync(join(folder, "staged", name, "jsr"), join(folder, "jsr", name), { recursive: true });

const { repository, version } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
// The links of a changelog are relative to its folder.
const web = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;
const entry = new RegExp(`^## ${version.replaceAll(".", "\\.")}$([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, "m");
const notes = Object.entries(published).flatMap(([name, path]) => {
  const file = join(path, "CHANGELOG.md");
  const [, text = ""] = (existsSync(file) && entry.exec(readFileSync(file, "utf8"))) || [];
  return text.trim() === "" ? [] : [`# ${name}`, text.trim().replaceAll("](../../", `](${web}`)];
});
writeFileSync(join(folder, "notes.md"), `${notes.join("\n\n")}\n`);
