// Serves a page: run "node examples/serve.mjs" (or with the name of another page) and open the address that it prints.
// Any static file server works too, with the dist folders of the packages beside the page, under the names of the
// packages: cloudfront-sign-webcrypto, cloudfront-sign-diagnosis.
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [page = "inspector"] = process.argv.slice(2);
const pages = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "index.html")),
);
/** @param {string} problem @returns {never} */
function refuse(problem) {
  console.error(problem);
  process.exit(2);
}
if (/^[\w-]+$/.test(page) && existsSync(join(import.meta.dirname, page, "server.mjs")))
  refuse(`${page}: has a server of its own; run node examples/${page}/server.mjs`);
if (!pages.includes(page)) refuse(`${page}: no such page; write one of ${pages.join(", ")}`);
const wanted = process.env.PORT || "8080";
if (!/^(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/.test(wanted))
  refuse("PORT: is not usable; set it to a free port from 1 to 65535, such as 8080, or leave it out");
/** The built files of an installed package. Not every page needs one. @param {string} name */
const built = (name) => join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), "dist");
/** @type {Record<string, string>} */
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };

/** @param {string} path of the request @returns {string | undefined} */
function fileOf(path) {
  const [, name] = /^\/([\w-]*(?:\.\w+)?)$/.exec(path) ?? [];
  const [, library, part] =
    /^\/(cloudfront-sign-(?:diagnosis|media|webcrypto))\/([\w-]+\.js)$/.exec(path) ?? [];
  if (library && part) return join(built(library), part);
  return name === undefined ? undefined : join(import.meta.dirname, page, name || "index.html");
}

const server = createServer(async (request, response) => {
  // Not new URL(): it throws for paths such as "//".
  const [path = ""] = (request.url ?? "/").split("?", 1);
  const file = fileOf(path);
  const content = file && types[extname(file)] ? await readFile(file).catch(() => undefined) : undefined;
  if (file && content) response.setHeader("Content-Type", types[extname(file)] ?? "");
  else response.statusCode = 404;
  response.end(content ?? "There is nothing here.\n");
});
server.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) =>
  refuse(`PORT: cannot listen on ${wanted} (${code}); set it to a free port, such as 8082`),
);
// Only on localhost: for other addresses browsers offer WebCrypto only over https.
server.listen(Number(wanted), "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://localhost:${port}/`);
});
