// A static file server for the built site: node server.mjs [BASE] prints its address. PORT chooses the port.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const site = join(import.meta.dirname, "dist");
/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".jpg": "image/jpeg",
  ".txt": "text/plain; charset=utf-8",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
};

/**
 * Serves the site in a folder of the host, as GitHub Pages does.
 * @param {string} base the folder, with a slash at both ends
 * @param {number} [port]
 * @returns {Promise<{ address: string, close(): void }>}
 */
export async function serveSite(base, port = 0) {
  const server = createServer(async (request, response) => {
    const [path = ""] = (request.url ?? "/").split("?", 1);
    const name = path.startsWith(base) ? path.slice(base.length) : undefined;
    const file =
      name === undefined ? undefined : join(site, decodeURI(name).replace(/(^|\/)$/, "$1index.html"));
    const content = file?.startsWith(site) && (await readFile(file).catch(() => undefined));
    response.statusCode = content ? 200 : 404;
    response.setHeader("Content-Type", types[extname(file ?? "")] ?? "text/plain");
    response.end(content || "There is nothing here.\n");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const { port: own } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://localhost:${own}${base}`, close: () => void server.close() };
}

if (process.argv[1] === import.meta.filename) {
  const [base = "/cloudfront-sign-webcrypto/"] = process.argv.slice(2);
  console.log((await serveSite(base, Number(process.env.PORT ?? 8080))).address);
}
