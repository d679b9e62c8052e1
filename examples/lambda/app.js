// What the function answers. index.js and streaming.js are its two ways out.
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { filesOf, isPasswordRight, maySee } from "./accounts.js";
import { endSession, startSession, userOf } from "./session.js";
import { cdnOrigin, courseCookies, keyPairId, privateKey } from "./settings.js";

/**
 * @typedef {object} FunctionUrlEvent payload format 2.0
 * @property {string} version
 * @property {string} rawPath
 * @property {string} [body]
 * @property {boolean} isBase64Encoded
 * @property {string[]} [cookies]
 * @property {Record<string, string>} headers names in lower case
 * @property {Record<string, string>} [queryStringParameters]
 * @property {{ http: { method: string }, stage: string }} requestContext
 *
 * @typedef {object} Answer
 * @property {number} statusCode
 * @property {Record<string, string>} [headers]
 * @property {string[]} [cookies] Set-Cookie lines: as a header, Lambda would take only one
 * @property {string | AsyncIterable<string>} [body]
 */

// One signer for each copy of the function: the key is imported once. An unusable key throws here, at the start.
const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });

/** What an answer says or sets is for this user alone: no cache may keep it. */
const isPrivate = { "Cache-Control": "private, no-store" };

/** @param {string[]} cookies Set-Cookie lines @returns {Answer} */
const noContent = (cookies) => ({ statusCode: 204, headers: isPrivate, cookies });

/** @param {number} statusCode @param {object} value @returns {Answer} */
const json = (statusCode, value) => ({
  statusCode,
  headers: { "Content-Type": "application/json", ...isPrivate },
  body: JSON.stringify(value),
});

/** @param {string} file */
const cdnUrl = (file) => cloudFrontUrl(cdnOrigin, file);

/** Lambda encodes some bodies in Base64, those of forms among them. @param {FunctionUrlEvent} event */
function credentials({ body = "", isBase64Encoded, headers }) {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  if (!headers["content-type"]?.startsWith("application/json"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** @type {Record<string, (event: FunctionUrlEvent) => Promise<Answer>>} */
const open = {
  "POST /login": async (event) => {
    const { user, password } = credentials(event);
    if (!isPasswordRight(user, password)) return json(401, { error: "The user or the password is wrong." });
    return noContent([await startSession(user)]);
  },
  "POST /logout": async () => noContent([endSession, ...clearCloudFrontSignedCookies(courseCookies)]),
};

/** @type {Record<string, (user: string, event: FunctionUrlEvent) => Promise<Answer>>} */
const forUsers = {
  "GET /url": async (user, { queryStringParameters = {} }) => {
    const { file } = queryStringParameters;
    if (!maySee(user, file)) return json(404, { error: "There is no such file." });
    return json(200, { url: await signer.signUrl(cdnUrl(file), { expiresIn: "5m" }) });
  },
  "GET /urls": async (user) => ({
    statusCode: 200,
    headers: { "Content-Type": "application/x-ndjson", ...isPrivate },
    body: signedLines(filesOf(user)),
  }),
  "POST /cookies": async () => {
    const cookies = await signer.signCookies({
      resource: `${cdnOrigin}${courseCookies.path}*`,
      expiresIn: "4h",
    });
    return noContent(cookies.toSetCookie(courseCookies));
  },
};

/** One line of JSON for each file, as soon as it is signed. @param {readonly string[]} files */
async function* signedLines(files) {
  for await (const url of signer.signUrls(files.map(cdnUrl), { expiresIn: "1h" }))
    yield `${JSON.stringify({ url })}\n`;
}

/** The path. An HTTP API puts the stage before it, unless this is $default. @param {FunctionUrlEvent} event */
const pathOf = ({ rawPath, requestContext: { stage } }) =>
  stage !== "$default" && rawPath.startsWith(`/${stage}/`) ? rawPath.slice(stage.length + 1) : rawPath;

/** @param {FunctionUrlEvent} event @returns {Promise<Answer>} */
export async function respond(event) {
  try {
    if (event.version !== "2.0")
      throw new Error(
        `version: is ${event.version ?? "missing"}, and this function reads payload format 2.0; use a function URL, or set the payload format version of the HTTP API's integration to 2.0`,
      );
    const { method } = event.requestContext.http;
    const route = `${method} ${pathOf(event)}`;
    // A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
    if (method === "POST" && (event.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin")
      return json(403, { error: "The request comes from another site." });
    if (open[route]) return await open[route](event);
    // Authentication comes first: no route below runs without a user.
    const user = await userOf(event.cookies ?? []);
    if (!user) return json(401, { error: "Please sign in." });
    return (await forUsers[route]?.(user, event)) ?? json(404, { error: "There is nothing here." });
  } catch (error) {
    // Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy.
    console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
    return json(500, { error: "Something went wrong." });
  }
}
