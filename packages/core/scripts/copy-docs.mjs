// Before packing: the tarball carries README and LICENSE; the repository has them once, at the top. Git ignores the copies.
import { copyFileSync } from "node:fs";
import { join } from "node:path";

const here = join(import.meta.dirname, "..");
for (const file of ["README.md", "LICENSE"]) copyFileSync(join(here, "../..", file), join(here, file));
