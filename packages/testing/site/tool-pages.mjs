// The inspector, as a folder of the site that needs no server.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { examples } from "@cloudfront-sign-webcrypto/testing/folders";

const { resolve } = createRequire(join(examples, "package.json"));
const home = '<p><a href="../">All documentation</a></p>\n      ';

/** @param {string} site the built site */
export function addToolPages(site) {
  const folder = join(site, "inspector");
  cpSync(join(examples, "inspector"), folder, { recursive: true });
  for (const name of ["cloudfront-sign-diagnosis", "cloudfront-sign-webcrypto"]) {
    const dist = join(dirname(resolve(`${name}/package.json`)), "dist");
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of readdirSync(dist).filter((one) => one.endsWith(".js")))
      cpSync(join(dist, file), join(folder, name, file));
  }
  const page = join(folder, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace(/(?<=<footer>\s*)(?=<p>)/, home));
}
