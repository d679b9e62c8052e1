// server.mjs VARIANT: a small HTTP service on loopback. /sign answers with a signed URL, /health with "ok", and /1000
// with 1,000 bytes and a signed URL in the header Link. Prints its port.
import process from "node:process";
import { payloadSizes, readFixture, urlAt } from "./fixture.mjs";

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
  "aws-cloudfront-sign": async () => {
    const { default: library } = await import("aws-cloudfront-sign");
    const options = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa };
    return (url) => library.getSignedUrl(url, options);
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
