// The inspector and the player, as folders of the site that need no server.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { examples } from "@cloudfront-sign-webcrypto/testing/folders";
import { build } from "esbuild";

const ofExamples = createRequire(join(examples, "package.json"));
const ofPlayer = createRequire(join(examples, "player/package.json"));

/** Copies built modules of an installed package. @param {string} name @param {string} folder @param {NodeJS.Require} [require] */
function copyBuilt(name, folder, require = ofExamples, files = /\.js$/) {
  const dist = join(dirname(require.resolve(`${name}/package.json`)), "dist");
  mkdirSync(join(folder, name), { recursive: true });
  for (const file of readdirSync(dist).filter((one) => files.test(one)))
    cpSync(join(dist, file), join(folder, name, file));
}

/** @param {string} file @param {(html: string) => string} edit */
const edit = (file, edit) => writeFileSync(file, edit(readFileSync(file, "utf8")));

const home = '<p><a href="../">All documentation</a></p>\n      ';
/** @param {string} html */
const withWayHome = (html) => html.replace(/(?<=<footer>\s*)(?=<p>)/, home);

/** @param {string} site the built site @param {string} name @param {readonly string[]} packages */
function copyPage(site, name, ...packages) {
  const folder = join(site, name);
  cpSync(join(examples, name), folder, { recursive: true });
  for (const one of packages) copyBuilt(one, folder);
  edit(join(folder, "index.html"), withWayHome);
}

/** Responses of a service worker set no cookies. */
const withoutCookies =
  "<p>The query of each request is signed. To try cookies, clone the repository, and run <code>npm run build</code> and <code>node examples/player/server.mjs</code>.</p>\n        ";

/** @param {string} site */
async function copyPlayer(site) {
  const folder = join(site, "player");
  const own = join(import.meta.dirname, "tool-pages");
  cpSync(join(examples, "player/page"), join(folder, "page"), { recursive: true });
  cpSync(join(examples, "media/film"), join(folder, "media"), { recursive: true });
  cpSync(join(own, "player.html"), join(folder, "index.html"));
  cpSync(join(own, "start-player.js"), join(folder, "start.js"));
  for (const name of ["cloudfront-sign-webcrypto", "cloudfront-sign-media"]) copyBuilt(name, folder);
  copyBuilt("hls.js", folder, ofPlayer, /^hls\.light\.mjs$/);
  await build({
    entryPoints: [join(examples, "player/worker.js")],
    outfile: join(folder, "worker.js"),
    bundle: true,
    minify: true,
    format: "iife",
    logLevel: "error",
  });
  edit(join(folder, "page/player.html"), (html) =>
    withWayHome(html).replace('<fieldset id="delivery">', `${withoutCookies}<fieldset id="delivery" hidden>`),
  );
}

/** @param {string} site the built site */
export async function addToolPages(site) {
  copyPage(site, "inspector", "cloudfront-sign-diagnosis", "cloudfront-sign-webcrypto");
  await copyPlayer(site);
}
