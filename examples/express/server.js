// A site in front of private files: sign in, get a signed URL or cookies for a folder, sign out.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { grantHandler } from "cloudfront-sign-media/server";
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { nodeHandler } from "cloudfront-sign-webcrypto/node";
import express from "express";
import session from "express-session";
import { folders, isPasswordRight, mayOpen, maySee } from "./accounts.js";
import { coursePage } from "./course-page.js";
import { appOrigin, cdnOrigin, cookieDomain, keyPairId, privateKey, sessionSecret } from "./settings.js";

// One signer for the process: the key is imported once. An unusable key throws here, at the start.
const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });

/** Deleting a cookie needs the same domain and path. @param {string} folder */
const cookiesFor = (folder) => ({ domain: cookieDomain, path: `/${folder}/` });

const app = express();
app.disable("x-powered-by");
// One proxy in front ends TLS and sets X-Forwarded-Proto. Without a proxy, delete this line.
app.set("trust proxy", 1);
// What an answer says or sets is for this user alone: no cache may keep it.
app.use((_request, response, next) => {
  response.set("Cache-Control", "private, no-store");
  next();
});
// A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
app.use((request, response, next) => {
  if (request.method === "POST" && (request.get("Sec-Fetch-Site") ?? "same-origin") !== "same-origin")
    return response.status(403).json({ error: "The request comes from another site." });
  next();
});
app.use(express.json({ limit: "1kb" }), express.urlencoded({ extended: false, limit: "1kb" }));
app.use(
  session({
    // In production, add a `store`: this one keeps sessions in memory and loses them at a restart.
    name: "session",
    secret: sessionSecret,
    resave: false,
    saveUninitialized: false,
    // "auto" sets Secure if the request came over HTTPS, so that http://localhost works, too.
    cookie: { httpOnly: true, sameSite: "lax", secure: "auto", maxAge: 8 * 3600 * 1000 },
  }),
);

app.post("/login", (request, response, next) => {
  const { user, password } = request.body ?? {};
  if (!isPasswordRight(user, password))
    return response.status(401).json({ error: "The user or the password is wrong." });
  // A new ID, because somebody else may know the old one (session fixation).
  request.session.regenerate((error) => {
    if (error) return next(error);
    request.session.user = user;
    response.status(204).end();
  });
});

app.post("/logout", (request, response, next) => {
  request.session.destroy((error) => {
    if (error) return next(error);
    response.clearCookie("session");
    for (const folder of folders)
      response.append("Set-Cookie", clearCloudFrontSignedCookies(cookiesFor(folder)));
    response.status(204).end();
  });
});

app.get("/", (_request, response) => {
  response.type("html").send(coursePage(cdnOrigin));
});
// The page has no bundler: its import map names these files.
for (const name of ["cloudfront-sign-media/client", "cloudfront-sign-webcrypto"])
  app.use(
    `/${name.split("/")[0]}`,
    express.static(dirname(fileURLToPath(import.meta.resolve(name))), { dotfiles: "allow" }),
  );

// Cookies for ten minutes, which the page renews while somebody is signed in.
const giveGrant = grantHandler({
  signer,
  cookies: { domain: cookieDomain },
  /** @param {Request} _request @param {express.Request} request */
  authorize: (_request, { session, params: { folder } }) => {
    if (!session.user) return { refused: "signed-out" };
    if (!mayOpen(session.user, folder)) return { refused: "forbidden" };
    return { resource: `${cdnOrigin}/${folder}/*`, expiresIn: "10m" };
  },
});
app.all("/grants/:folder", (request, response) =>
  nodeHandler((own) => giveGrant(own, request), { origin: appOrigin })(request, response),
);

// Authentication comes first: no route below runs without a user.
app.use((request, response, next) => {
  // A request for `*` has no session.
  if (!request.session?.user) return response.status(401).json({ error: "Please sign in." });
  next();
});

app.get("/url", async (request, response) => {
  const { file } = request.query;
  if (!maySee(request.session.user, file))
    return response.status(404).json({ error: "There is no such file." });
  const url = await signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" });
  response.json({ url });
});

// For a page that does not renew them, and for programs.
app.post("/cookies", async (_request, response) => {
  const resource = `${cdnOrigin}/course/*`;
  const cookies = await signer.signCookies({ resource, expiresIn: "4h" });
  response.append("Set-Cookie", cookies.toSetCookie(cookiesFor("course")));
  response.status(204).end();
});

app.use((_request, response) => {
  response.status(404).json({ error: "There is nothing here." });
});

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
app.use((error, _request, response, next) => {
  if (response.headersSent) return next(error);
  // Errors of the body parser, such as malformed JSON: they say so themselves.
  if (error.expose) return response.status(error.status).json({ error: "The request is malformed." });
  console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
  response.status(500).json({ error: "Something went wrong." });
});

const port = Number(process.env.PORT || 8080);
app.listen(port, (error) => {
  if (!error) return console.log(`http://localhost:${port}/`);
  console.error(`PORT: cannot listen on ${port} (${error.code}); set it to a free port, such as 8082`);
  process.exit(1);
});
