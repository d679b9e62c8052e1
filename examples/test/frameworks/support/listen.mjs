import { once } from "node:events";

/**
 * @param {import("node:http").Server} server
 * @param {number} port 0 for any free one
 * @returns {Promise<string>} its origin
 */
export async function listen(server, port) {
  server.listen(port, "localhost");
  await once(server, "listening");
  return `http://localhost:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
}
