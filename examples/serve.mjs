// Serves a page: run "node examples/serve.mjs web-page" (or inspector, calculator) and open the address that it
// prints.
// Any static file server works too, with the package's dist folder beside the page as
// cloudfront-sign-webcrypto.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [page = "web-page"] = process.argv.slice(2);
/** Not every page needs the package. */
const library = () => dirname(fileURLToPath(import.meta.resolve("cloudfront-sign-webcrypto")));
/** @type {Record<string, string>} */
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };

/** @param {string} path of the request @returns {string | undefined} */
function fileOf(path) {
  const [, name] = /^\/([\w-]*(?:\.\w+)?)$/.exec(path) ?? [];
  const [, part] = /^\/cloudfront-sign-webcrypto\/([\w-]+\.js)$/.exec(path) ?? [];
  if (part) return join(library(), part);
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
// Only on localhost: for other addresses browsers offer WebCrypto only over https.
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://localhost:${port}/`);
});
