// Copies README and LICENSE from the top of the repository into the package before it is packed. Git ignores
// the copies.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
const root = join(here, "../..");
const { repository, version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// The tarball has neither the pages that the README links to nor its chart, so the links must be absolute.
const web = repository.url.replace(/^git\+|\.git$/g, "");
const pages = `${web}/blob/v${version}/`;
const files = `${web}/raw/v${version}/`;
writeFileSync(
  join(here, "README.md"),
  readFileSync(join(root, "README.md"), "utf8")
    .replace(/\]\((?!https?:|#)/g, `](${pages}`)
    .replace(/ (src|srcset)="(?!https?:)/g, ` $1="${files}`),
);
copyFileSync(join(root, "LICENSE"), join(here, "LICENSE"));
