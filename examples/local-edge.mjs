// A local CloudFront for a folder: a server that requires signed URLs or cookies as a distribution does, and
// says why it answers 403.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/edge";

/** @type {Record<string, string>} */
const types = {
  ".jpg": "image/jpeg",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".mp4": "video/mp4",
  ".m4s": "video/iso.segment",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves a folder on a free loopback port.
 * @param {string} folder
 * @param {Pick<import("cloudfront-sign-webcrypto/edge").ViewerAccessOptions, "keyGroup" | "restrict">}
 * options
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveFolder(folder, options) {
  /** @type {import("cloudfront-sign-webcrypto/edge").ViewerAccessOptions<[address?: string]>} */
  const access = {
    ...options,
    async origin(request) {
      try {
        // URL has resolved every "..", but decoding can bring one back.
        const path = decodeURIComponent(new URL(request.url).pathname);
        if (/(^|[/\\])\.\.([/\\]|$)/.test(path)) throw new Error("outside the folder");
        const type = types[extname(path)] ?? "application/octet-stream";
        return new Response(new Uint8Array(await readFile(join(folder, path))), {
          headers: { "Content-Type": type },
        });
      } catch {
        return new Response("not found", { status: 404 });
      }
    },
    ipAddress: (_, address) => address,
    explain: true,
  };
  const edge = restrictViewerAccess(access);
  // Convert Node.js requests and responses to Fetch objects.
  const server = createServer(async (incoming, answer) => {
    try {
      const request = requestOf(incoming);
      const response = request
        ? await edge(request, incoming.socket.remoteAddress)
        : new Response("bad request", { status: 400 });
      answer.setHeaders(response.headers).writeHead(response.status);
      answer.end(new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      // An uncaught error here would end the process.
      console.error(error);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(500).end("internal error");
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Makes a Fetch `Request`. Returns `undefined` for requests that it cannot hold: an invalid Host, TRACE,
 * `OPTIONS *`.
 * @param {import("node:http").IncomingMessage} incoming
 * @returns {Request | undefined}
 */
function requestOf({ url = "", headers, method = "GET" }) {
  // Without the slash the text would become part of the host.
  if (!url.startsWith("/")) return undefined;
  try {
    return new Request(`http://${headers.host}${url}`, {
      method,
      headers: /** @type {Record<string, string>} */ (headers),
    });
  } catch {
    return undefined;
  }
}
