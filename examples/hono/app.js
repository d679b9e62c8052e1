// A site in front of private files: sign in, get a signed URL or cookies for a folder, sign out. Bun, Deno and
// Workers start this module as it is; node.js starts it in Node.js.
import { grantHandler } from "cloudfront-sign-media/server";
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { Hono } from "hono";
import { env } from "hono/adapter";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { isPasswordRight, maySee } from "./accounts.js";
import { endSession, requireSession, startSession } from "./session.js";

const app = new Hono();

// What an answer says or sets is for this user alone: no cache may keep it.
app.use(async (c, next) => {
  await next();
  c.header("Cache-Control", "private, no-store");
});

// A form of another origin must not sign anybody in or out. Browsers send one of these headers, programs neither.
const refuseOtherOrigins = csrf();
app.use((c, next) =>
  c.req.header("Origin") === undefined && c.req.header("Sec-Fetch-Site") === undefined
    ? next()
    : refuseOtherOrigins(c, next),
);

app.post("/login", bodyLimit({ maxSize: 1024 }), async (c) => {
  const { user, password } = await readBody(c);
  if (!(await isPasswordRight(env(c), user, password)))
    return c.json({ error: "The user or the password is wrong." }, 401);
  await startSession(c, user);
  return c.body(null, 204);
});

app.post("/logout", (c) => {
  endSession(c);
  setCookieLines(c, clearCloudFrontSignedCookies(courseCookies(c)));
  return c.body(null, 204);
});

// Authentication comes first: no route below runs without a user.
app.use(requireSession);

app.get("/url", async (c) => {
  const file = c.req.query("file");
  if (!maySee(c.get("jwtPayload").sub, file)) return c.json({ error: "There is no such file." }, 404);
  const url = cloudFrontUrl(env(c).CDN_ORIGIN, file);
  return c.json({ url: await signerOf(c).signUrl(url, { expiresIn: "5m" }) });
});

app.post("/cookies", async (c) => {
  const resource = `${env(c).CDN_ORIGIN}${courseCookies(c).path}*`;
  const cookies = await signerOf(c).signCookies({ resource, expiresIn: "4h" });
  setCookieLines(c, cookies.toSetCookie(courseCookies(c)));
  return c.body(null, 204);
});

// Cookies for ten minutes, which a page renews with renewingGrant while somebody is signed in.
app.all("/grants/course", (c) => {
  const resource = `${env(c).CDN_ORIGIN}${courseCookies(c).path}*`;
  const giveGrant = grantHandler({
    signer: signerOf(c),
    cookies: courseCookies(c),
    // requireSession has checked who it is. Check here what they may see.
    authorize: () => ({ resource, expiresIn: "10m" }),
  });
  return giveGrant(c.req.raw);
});

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
app.onError((error, c) => {
  // Hono's own answers: 400 for malformed JSON, 401 without a session.
  if (error instanceof HTTPException) return error.getResponse();
  console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
  return c.json({ error: "Something went wrong." }, 500);
});

/** @type {import("cloudfront-sign-webcrypto").CloudFrontSigner | undefined} */
let signer;

/**
 * Made at the first request, because `env(c)` needs one in all four runtimes, and kept: the key is imported once. It
 * says what is wrong with the ID or the key.
 */
function signerOf(c) {
  const { CLOUDFRONT_KEY_PAIR_ID: keyPairId, CLOUDFRONT_PRIVATE_KEY: privateKey } = env(c);
  signer ??= createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });
  return signer;
}

/**
 * COOKIE_DOMAIN: example.com for app.example.com and cdn.example.com. Deleting a cookie needs the same domain and path.
 */
const courseCookies = (c) => ({ domain: env(c).COOKIE_DOMAIN || undefined, path: "/course/" });

/** JSON or the form of a page. */
async function readBody(c) {
  const isJson = c.req.header("Content-Type")?.startsWith("application/json");
  try {
    return (isJson ? await c.req.json() : await c.req.parseBody()) ?? {};
  } catch {
    throw new HTTPException(400, { message: "The request is malformed." });
  }
}

/** One Set-Cookie header for each cookie. */
function setCookieLines(c, lines) {
  for (const line of lines) c.header("Set-Cookie", line, { append: true });
}

export default app;
