// Before packing: the tarball carries README and LICENSE; the repository has them once, at the top. Git
// ignores the copies.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
const root = join(here, "../..");
const { repository, version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// The pages that the README links to are not in the tarball, and a registry shows it under an address of its
// own.
const pages = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;
writeFileSync(
  join(here, "README.md"),
  readFileSync(join(root, "README.md"), "utf8").replace(/\]\((?!https?:|#)/g, `](${pages}`),
);
copyFileSync(join(root, "LICENSE"), join(here, "LICENSE"));
