// server.mjs VARIANT: a small HTTP service on loopback. /sign answers with a signed URL, /health with "ok".
// Prints its port.
import process from "node:process";
import { readFixture, urlAt } from "./fixture.mjs";

const { keyPairId, dateLessThan, resource, rsa, ec } = await readFixture();
const terms = { dateLessThan };

/** @param {Record<string, unknown>} options */
async function ours(options) {
  const { createCloudFrontSigner } = await import("cloudfront-sign-webcrypto");
  return createCloudFrontSigner({ keyPairId, privateKey: rsa, ...options });
}

/**
 * The variants: each imports only its own library.
 * @type {Record<string, () => Promise<(url: string) => string | Promise<string>>>}
 */
const variants = {
  off: async () => (url) => url,
  "aws-sdk": async () => {
    const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
    const end = new Date(dateLessThan * 1000);
    return (url) => getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end });
  },
  "aws-sdk, KeyObject": async () => {
    const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
    const { createPrivateKey } = await import("node:crypto");
    const end = new Date(dateLessThan * 1000);
    const privateKey = /** @type {any} */ (createPrivateKey(rsa));
    return (url) => getSignedUrl({ url, keyPairId, privateKey, dateLessThan: end });
  },
  "ours, RSA": async () => {
    const { signUrl } = await ours({});
    return (url) => signUrl(url, terms);
  },
  "ours, P-256": async () => {
    const { signUrl } = await ours({ privateKey: ec });
    return (url) => signUrl(url, terms);
  },
  "ours, grant": async () => {
    const { signUrl } = await (await ours({})).grant({ resource, dateLessThan });
    return (url) => signUrl(url);
  },
};
const prepare = variants[process.argv[2] ?? ""];
if (!prepare)
  throw new Error(`no variant "${process.argv[2]}"; there are: ${Object.keys(variants).join(", ")}`);
const sign = await prepare();
let count = 0;
const next = () => sign(urlAt(count++ % 10_000));

/**
 * @typedef {{ serve(options: object, handler?: (request: { url: string }) => unknown): { port: number, addr:
 * { port: number } } }} Server
 */
/** @param {{ url: string }} request */
const answer = async ({ url }) => new Response(url.endsWith("/sign") ? await next() : "ok");
const { Bun: bun, Deno: deno } = /** @type {{ Bun?: Server, Deno?: Server }} */ (
  /** @type {unknown} */ (globalThis)
);
if (bun) console.log(bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer }).port);
else if (deno) console.log(deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer).addr.port);
else {
  const { createServer } = await import("node:http");
  const server = createServer(async (request, response) =>
    response.end(request.url === "/sign" ? await next() : "ok"),
  );
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object") console.log(address?.port);
  });
}
// The program that started it also ends it. If that program is gone, end too.
process.stdin.on("end", () => process.exit()).resume();
