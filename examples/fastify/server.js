// A site in front of private files: sign in, get a signed URL or cookies for a folder, sign out.
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import session from "@fastify/session";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import createApp from "fastify";
import { isPasswordRight } from "./accounts.js";
import { privateFiles } from "./private-files.js";
import { courseCookies, sessionSecret } from "./settings.js";

// A proxy in the same private network ends TLS and sets X-Forwarded-Proto. Without a proxy, delete `trustProxy`.
const app = createApp({ logger: true, trustProxy: "loopback, uniquelocal", bodyLimit: 1024 });

// What an answer says or sets is for this user alone: no cache may keep it.
app.addHook("onRequest", async (_request, reply) => {
  reply.header("Cache-Control", "private, no-store");
});

// A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
app.addHook("onRequest", async (request, reply) => {
  if (request.method === "POST" && (request.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin")
    return reply.code(403).send({ error: "The request comes from another site." });
});

app.register(formbody, { bodyLimit: 1024 });
app.register(cookie);
app.register(session, {
  // In production, add a `store`: this one keeps sessions in memory and loses them at a restart.
  cookieName: "session",
  secret: sessionSecret,
  saveUninitialized: false,
  // "auto" sets Secure if the request came over HTTPS, so that http://localhost works, too.
  cookie: { httpOnly: true, sameSite: "lax", secure: "auto", maxAge: 8 * 3600 * 1000 },
});

app.post("/login", async (request, reply) => {
  const { user, password } = request.body ?? {};
  if (!isPasswordRight(user, password))
    return reply.code(401).send({ error: "The user or the password is wrong." });
  // A new ID, because somebody else may know the old one (session fixation).
  await request.session.regenerate();
  request.session.user = user;
  return reply.code(204).send();
});

app.post("/logout", async (request, reply) => {
  await request.session.destroy();
  reply.clearCookie("session", { path: "/" });
  // A list makes one Set-Cookie header for each line.
  reply.header("Set-Cookie", clearCloudFrontSignedCookies(courseCookies));
  return reply.code(204).send();
});

app.register(privateFiles);

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
app.setErrorHandler((error, request, reply) => {
  // Errors of Fastify itself, such as malformed JSON.
  if (error.statusCode >= 400 && error.statusCode < 500)
    return reply.code(error.statusCode).send({ error: "The request is malformed." });
  request.log.error(error);
  return reply.code(500).send({ error: "Something went wrong." });
});

await app.ready();
const port = Number(process.env.PORT || 8080);
await app.listen({ port, host: process.env.HOST || "localhost" }).catch(({ code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
