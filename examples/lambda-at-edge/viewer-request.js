// Viewer request, with "Include body". It answers the routes of the app itself, and lets only viewers who are
// signed in through to the pages of the origin.
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { isPasswordRight, maySee } from "./accounts.js";
import { failure, header, json, noContent } from "./answers.js";
import { cdnUrl, checkHost, courseCookies, openCourse, signer } from "./cdn.js";
import { endOfSession, startSession, userOf } from "./session.js";

/**
 * @typedef {object} EdgeRequest
 * @property {string} method
 * @property {string} uri
 * @property {string} querystring
 * @property {import("./answers.js").EdgeHeaders} headers
 * @property {{ data: string, encoding: string, inputTruncated: boolean }} [body]
 */

/** @param {EdgeRequest} request */
function credentials({ headers, body }) {
  if (!body || body.inputTruncated) return {};
  const text = Buffer.from(body.data, body.encoding === "base64" ? "base64" : "utf8").toString();
  if (!headers["content-type"]?.[0]?.value.startsWith("application/json"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** @type {Record<string, (request: EdgeRequest) => Promise<object>>} */
const open = {
  "POST /login": async (request) => {
    const { user, password } = credentials(request);
    if (!(await isPasswordRight(user, password)))
      return json(401, { error: "The user or the password is wrong." });
    return noContent([await startSession(user)]);
  },
  "POST /logout": async () => noContent([endOfSession, ...clearCloudFrontSignedCookies(courseCookies)]),
};

/** @type {Record<string, (user: string, request: EdgeRequest) => Promise<object>>} */
const forUsers = {
  "GET /url": async (user, { querystring }) => {
    const file = new URLSearchParams(querystring).get("file");
    if (!maySee(user, file)) return json(404, { error: "There is no such file." });
    return json(200, { url: await signer.signUrl(cdnUrl(file), { expiresIn: "5m" }) });
  },
  "POST /cookies": async (_user, { headers }) => {
    checkHost(headers);
    return noContent(await openCourse());
  },
};

/**
 * A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
 * @param {EdgeRequest} request
 */
function isOfAnotherOrigin({ method, headers }) {
  const [site] = headers["sec-fetch-site"] ?? [{ value: "same-origin" }];
  return method === "POST" && site?.value !== "same-origin";
}

/** Pages lead to the form, everything else gets 401. @param {EdgeRequest} request */
function signIn({ headers }) {
  if (!headers.accept?.some(({ value }) => value.includes("text/html")))
    return json(401, { error: "Please sign in." });
  return {
    status: "302",
    headers: { ...header("Location", "/login.html"), ...header("Cache-Control", "no-store") },
  };
}

/** @param {{ Records: { cf: { request: EdgeRequest } }[] }} event */
export async function handler(event) {
  const { request } = event.Records[0].cf;
  const route = `${request.method} ${request.uri}`;
  try {
    if (isOfAnotherOrigin(request)) return json(403, { error: "The request comes from another site." });
    if (open[route]) return await open[route](request);
    // Authentication comes first: nothing below runs without a user.
    const user = await userOf(request.headers);
    if (!user) return signIn(request);
    if (forUsers[route]) return await forUsers[route](user, request);
    // The origin response sets cookies for this page, and sees only the host of the origin.
    checkHost(request.headers);
    return request;
  } catch (error) {
    return failure(error);
  }
}
