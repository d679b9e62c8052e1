// Copies README and LICENSE from the top of the repository into the package before it is packed. Git ignores
// the copies.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
const root = join(here, "../..");
const { repository, version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// The tarball does not have the pages that the README links to, so the links must be absolute.
const pages = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;
writeFileSync(
  join(here, "README.md"),
  readFileSync(join(root, "README.md"), "utf8").replace(/\]\((?!https?:|#)/g, `](${pages}`),
);
copyFileSync(join(root, "LICENSE"), join(here, "LICENSE"));
