// A local CloudFront for a folder: a real server that asks for signed URLs and cookies as a distribution does, and names the reason of a 403.
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
 * @param {Pick<import("cloudfront-sign-webcrypto/edge").ViewerAccessOptions, "keyGroup" | "restrict">} options
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveFolder(folder, options) {
  /** @type {import("cloudfront-sign-webcrypto/edge").ViewerAccessOptions<[address?: string]>} */
  const access = {
    ...options,
    async origin(request) {
      try {
        // A URL has no .. left in its path, and what is decoded here may bring none back.
        const path = decodeURIComponent(new URL(request.url).pathname);
        if (/(^|[/\\])\.\.([/\\]|$)/.test(path)) throw new Error("outside of the folder");
        const type = types[extname(path)] ?? "application/octet-stream";
        return new Response(new Uint8Array(await readFile(join(folder, path))), { headers: { "Content-Type": type } });
      } catch {
        return new Response("not found", { status: 404 });
      }
    },
    ipAddress: (_, address) => address,
    explain: true,
  };
  const edge = restrictViewerAccess(access);
  // All that Node.js needs to serve a fetch handler.
  const server = createServer(async ({ url, headers, socket, method = "GET" }, answer) => {
    const request = new Request(`http://${headers.host}${url}`, { method, headers: /** @type {Record<string, string>} */ (headers) });
    const response = await edge(request, socket.remoteAddress);
    answer.setHeaders(response.headers).writeHead(response.status);
    answer.end(new Uint8Array(await response.arrayBuffer()));
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
