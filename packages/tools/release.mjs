// release.mjs FOLDER: what a release consists of, in a new folder. `tarballs/NAME` for npm, `jsr/NAME` for JSR, and
// `notes.md`, the newest entry of the changelog.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { core, libraries, published } from "./folders.mjs";
import { pack } from "./pack.mjs";

const [folder = "release"] = process.argv.slice(2);
if (existsSync(folder)) throw new Error(`${folder} exists; remove it, so that no old tarball is released`);
mkdirSync(folder, { recursive: true });
const files = await pack(folder);
for (const [i, name] of Object.keys(published).entries()) {
  const file = files[i] ?? "";
  cpSync(file, join(folder, "tarballs", name, basename(file)));
}
for (const [name] of libraries)
  cpSync(join(folder, "staged", name, "jsr"), join(folder, "jsr", name), { recursive: true });
const [, notes = ""] =
  /^## [\d.]+$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readFileSync(join(core, "CHANGELOG.md"), "utf8")) ?? [];
// The links of the changelog are relative to its folder.
const { repository, version } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
const web = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;
writeFileSync(join(folder, "notes.md"), `${notes.trim().replaceAll("](../../", `](${web}`)}\n`);
