// server.mjs VARIANT [LIMIT]: a small HTTP service on loopback. /sign answers with a signed URL, /health with
// "ok". In Node.js, /sign answers with 503 while LIMIT requests are in progress. Prints its port.
import process from "node:process";
import { readFixture, urlAt } from "./fixture.mjs";

const { keyPairId, dateLessThan, resource, rsa, ec } = await readFixture();
const terms = { dateLessThan };

const ours = () => import("cloudfront-sign-webcrypto");

/** @param {string} privateKey PEM */
async function perRequest(privateKey) {
  const { createCloudFrontSigner } = await ours();
  return (/** @type {string} */ url) => createCloudFrontSigner({ keyPairId, privateKey }).signUrl(url, terms);
}

/** @param {string} privateKey PEM */
async function kept(privateKey) {
  const { createCloudFrontSigner } = await ours();
  const { signUrl } = createCloudFrontSigner({ keyPairId, privateKey });
  return (/** @type {string} */ url) => signUrl(url, terms);
}

/** @param {{ privateKey?: string, algorithm?: "SHA256" }} options */
async function awsSdk(options) {
  const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
  const input = { keyPairId, privateKey: rsa, dateLessThan: new Date(dateLessThan * 1000), ...options };
  return (/** @type {string} */ url) => getSignedUrl({ url, ...input });
}

/**
 * The variants: each imports only its own library.
 * @type {Record<string, () => Promise<(url: string) => string | Promise<string>>>}
 */
const variants = {
  off: async () => (url) => url,
  "aws-sdk": () => awsSdk({}),
  "aws-sdk, KeyObject": async () => {
    const { createPrivateKey } = await import("node:crypto");
    // Its types name only text and bytes.
    return awsSdk({ privateKey: /** @type {any} */ (createPrivateKey(rsa)) });
  },
  "aws-sdk, P-256": () => awsSdk({ privateKey: ec, algorithm: "SHA256" }),
  "ours, signer per request": () => perRequest(rsa),
  "ours, RSA": () => kept(rsa),
  "ours, P-256, signer per request": () => perRequest(ec),
  "ours, P-256": () => kept(ec),
  "ours, grant": async () => {
    const { createCloudFrontSigner } = await ours();
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    const { signUrl } = await signer.grant({ resource, dateLessThan });
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
  /** @type {import("node:http").RequestListener} */
  const listener = async (request, response) => {
    response.end(request.url === "/sign" ? await next() : "ok");
  };
  const limit = process.argv[3];
  const server = createServer(limit === undefined ? listener : limited(listener, Number(limit)));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object") console.log(address?.port);
  });
}
/**
 * @param {import("node:http").RequestListener} listener
 * @param {number} limit
 * @returns {import("node:http").RequestListener}
 */
function limited(listener, limit) {
  let atOnce = 0;
  return async (request, response) => {
    const isSigning = request.url === "/sign";
    if (isSigning && atOnce >= limit) {
      response.writeHead(503, { "Retry-After": "1" }).end();
      return;
    }
    if (isSigning) atOnce++;
    await listener(request, response);
    if (isSigning) atOnce--;
  };
}

// The program that started it also ends it. If that program is gone, end too.
process.stdin.on("end", () => process.exit()).resume();
