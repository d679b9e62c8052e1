// Builds the site into dist: npm run site -- [BASE]. BASE is the folder on the host, /cloudfront-sign-webcrypto/ if not
// given.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { build } from "vitepress";
import { addToolPages } from "./tool-pages.mjs";

const site = join(import.meta.dirname, "dist");

/** @param {string} base the folder on the host */
export async function buildSite(base) {
  if (!/^\/(?:[\w.-]+\/)*$/.test(base)) throw new Error(`${base}: the base begins and ends with a slash`);
  // .vitepress/config.mjs reads it.
  process.env.SITE_BASE = base;
  await build(import.meta.dirname);
  await addToolPages(site);
  cpSync(join(root, "docs/llms.txt"), join(site, "llms.txt"));
}

if (process.argv[1] === import.meta.filename) {
  const [base = "/cloudfront-sign-webcrypto/"] = process.argv.slice(2);
  await buildSite(base);
  console.log(`The site is in ${site}, for the folder ${base} of a host.`);
  console.log(`Look at it: node ${join(import.meta.dirname, "server.mjs")} ${base}`);
}
