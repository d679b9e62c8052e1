import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { published, root } from "@cloudfront-sign-webcrypto/testing/folders";

/** The README of each published package that has one of its own: the core has that of the repository. */
export const packageReadmes: readonly string[] = Object.values(published)
  .map((folder) => relative(root, join(folder, "README.md")))
  .filter((name) => existsSync(join(root, name)));
