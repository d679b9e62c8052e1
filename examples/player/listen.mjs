import { createServer } from "node:http";
import { nodeHandler } from "cloudfront-sign-webcrypto/node";

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
      const listener = nodeHandler((request) =>
        // The cookies are for localhost alone, and anybody may let a name of theirs lead to this machine.
        new URL(request.url).origin === origin
          ? handler(request)
          : new Response(`Open ${origin}/\n`, { status: 421 }),
      );
      server.on("request", listener);
    },
  };
}
