import { createServer } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** @typedef {(request: Request) => Response | Promise<Response>} Handler */

/**
 * Listens on a port of this machine, and answers with a handler of Fetch requests.
 * @param {number} port 0 for any
 * @returns {Promise<{ origin: string, answerWith(handler: Handler): void }>}
 */
export async function listen(port) {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://localhost:${address.port}`;
  return {
    origin,
    answerWith(handler) {
      server.on("request", (incoming, outgoing) => {
        answer(origin, handler, incoming, outgoing).catch((error) => {
          // A player closes the connections of segments that it no longer wants.
          if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") console.error(error);
          outgoing.destroy();
        });
      });
    },
  };
}

/**
 * @param {string} origin
 * @param {Handler} handler
 * @param {import("node:http").IncomingMessage} incoming
 * @param {import("node:http").ServerResponse} outgoing
 */
async function answer(origin, handler, incoming, outgoing) {
  const { method = "GET", headers, url = "/" } = incoming;
  // Cookies are for the host localhost alone, and a page of another site may point its own name here.
  if (headers.host !== new URL(origin).host || !url.startsWith("/")) {
    outgoing.writeHead(421).end(`Open ${origin}/\n`);
    return;
  }
  const request = new Request(origin + url, {
    method,
    headers: /** @type {Record<string, string>} */ (headers),
    body: method === "POST" ? await buffer(incoming) : null,
  });
  const response = await handler(request);
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.writeHead(response.status);
  if (response.body) await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), outgoing);
  else outgoing.end();
}
