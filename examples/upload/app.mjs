// Signs a URL for each file that a signed-in user may upload, and one to read it once it has arrived as announced.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { cloudFrontUrl, isCloudFrontSignError } from "cloudfront-sign-webcrypto";

/** What may be uploaded. CloudFront checks neither: `checkUpload` looks at what arrived. */
const types = ["application/pdf", "image/jpeg", "image/png"];
const mostBytes = 50_000_000;

const pages = new Map([
  ["/", { type: "text/html; charset=utf-8", file: "index.html" }],
  ["/upload.js", { type: "text/javascript; charset=utf-8", file: "upload.js" }],
]);

/**
 * A distribution, and the signer with the key that it trusts.
 * @typedef {{ origin: string, signer: import("cloudfront-sign-webcrypto").CloudFrontSigner }} Distribution
 * @typedef {{ status: number, body: object }} Answer
 */

/**
 * A listener for `http.createServer`. `uploads` allows PUT, and `files` reads the same bucket: with one distribution and
 * one key for both, each URL for reading could also replace its file.
 * @param {{
 *   uploads: Distribution,
 *   files: Distribution,
 *   userOf: (request: import("node:http").IncomingMessage) => Promise<string | undefined>,
 * }} options
 * @returns {import("node:http").RequestListener}
 */
export function createApp({ uploads, files, userOf }) {
  /** In production, a table of your database. @type {Map<string, { user: string, type: string, size: number }>} */
  const announced = new Map();

  /** @param {string} user @param {any} file @returns {Promise<Answer>} */
  async function createUpload(user, { name, type, size }) {
    if (typeof name !== "string" || !/^\w[\w .-]{0,99}$/.test(name))
      return problem(400, "The name of the file cannot be used.");
    if (!types.includes(type)) return problem(415, "Only PDF, JPEG and PNG files can be uploaded.");
    if (!Number.isSafeInteger(size) || size < 1 || size > mostBytes)
      return problem(413, "The file is empty or too large.");
    // A new key for each upload: the URL can replace this object, and no other, until it expires.
    const key = `uploads/${randomUUID()}/${name}`;
    announced.set(key, { user, type, size });
    const url = await uploads.signer.signUrl(cloudFrontUrl(uploads.origin, key), { expiresIn: "15m" });
    return { status: 201, body: { key, url } };
  }

  /** @param {string} user @param {any} upload @returns {Promise<Answer>} */
  async function checkUpload(user, { key }) {
    const expected = announced.get(key);
    if (expected?.user !== user) return problem(404, "There is no such upload.");
    const url = await files.signer.signUrl(cloudFrontUrl(files.origin, key), { expiresIn: "5m" });
    const { ok, headers } = await fetch(url, { method: "HEAD" });
    const isAsAnnounced =
      ok &&
      Number(headers.get("Content-Length")) === expected.size &&
      headers.get("Content-Type") === expected.type;
    if (!isAsAnnounced) return problem(422, "What arrived is not the file that was announced.");
    return { status: 200, body: { url } };
  }

  /** @type {Record<string, typeof createUpload>} */
  const routes = { "/uploads": createUpload, "/uploads/check": checkUpload };

  /** @param {import("node:http").IncomingMessage} request @returns {Promise<Answer>} */
  async function answer(request) {
    const route = request.method === "POST" ? routes[request.url ?? ""] : undefined;
    if (route === undefined) return problem(404, "There is nothing here.");
    // A form of another origin cannot send JSON without a preflight, which nothing here answers.
    if (request.headers["content-type"] !== "application/json") return problem(415, "Send JSON.");
    const user = await userOf(request);
    if (user === undefined) return problem(401, "Please sign in.");
    const given = await readJson(request);
    return given === undefined ? problem(400, "The request is malformed.") : route(user, given);
  }

  return async (request, response) => {
    const page = request.method === "GET" ? pages.get(request.url ?? "") : undefined;
    if (page) {
      response.setHeader("Content-Type", page.type);
      response.setHeader(
        "Content-Security-Policy",
        `default-src 'none'; script-src 'self'; connect-src 'self' ${uploads.origin}`,
      );
      response.end(readFileSync(new URL(`page/${page.file}`, import.meta.url)));
      return;
    }
    const { status, body } = await answer(request).catch((error) => {
      console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
      return problem(500, "Something went wrong.");
    });
    response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "private, no-store" });
    response.end(JSON.stringify(body));
  };
}

/** @param {number} status @param {string} error @returns {Answer} */
const problem = (status, error) => ({ status, body: { error } });

/** An object, or `undefined` for anything else and for more than a kilobyte. @param {import("node:http").IncomingMessage} request */
async function readJson(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > 1000) return undefined;
  }
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
