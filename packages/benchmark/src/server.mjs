// server.mjs VARIANT: a small HTTP service on loopback. /sign answers with a signed URL, /health with "ok", and /1000
// with 1,000 bytes and a signed URL in the header Link. Prints its port.
import process from "node:process";
import { payloadSizes, readFixture, urlAt } from "./fixture.mjs";
import { signOf, variants } from "./subjects.mjs";

const name = process.argv[2] ?? "";
if (!(name in variants))
  throw new Error(`no variant "${name}"; there are: ${Object.keys(variants).join(", ")}`);
const row = variants[name];
const sign = /** @type {(url: string) => string | Promise<string>} */ (
  row ? await signOf(row, await readFixture()) : (url) => url
);
let count = 0;
const next = () => sign(urlAt(count++ % 10_000));

/** Bodies by path, made once. @type {Record<string, Uint8Array<ArrayBuffer>>} */
const payloads = Object.fromEntries(
  payloadSizes.map((size) => [`/${size}`, new Uint8Array(size).fill("a".charCodeAt(0))]),
);

/** @param {string} path @returns {Promise<{ body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> }>} */
async function answerTo(path) {
  const payload = payloads[path];
  if (payload) return { body: payload, headers: { Link: `<${await next()}>; rel=preload` } };
  return { body: path === "/sign" ? await next() : "ok", headers: {} };
}

/**
 * @typedef {{ serve(options: object, handler?: (request: { url: string }) => unknown): { port: number, addr:
 * { port: number } } }} Server
 */
/** @param {{ url: string }} request */
const answer = async ({ url }) => {
  const { body, headers } = await answerTo(url.slice(url.indexOf("/", "http://".length)));
  return new Response(body, { headers });
};
const { Bun: bun, Deno: deno } = /** @type {{ Bun?: Server, Deno?: Server }} */ (
  /** @type {unknown} */ (globalThis)
);
if (bun) console.log(bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer }).port);
else if (deno) console.log(deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer).addr.port);
else {
  const { createServer } = await import("node:http");
  const server = createServer(async (request, response) => {
    const { body, headers } = await answerTo(request.url ?? "");
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object") console.log(address?.port);
  });
}

// The program that started it also ends it. If that program is gone, end too.
process.stdin.on("end", () => process.exit()).resume();
