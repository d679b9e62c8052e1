// The session is a signed token in a cookie, so that it needs no storage in any runtime. Sign-out deletes the
// cookie; a copy of the token stays valid until it expires, so it lasts one hour. For grants that a page renews, it must
// last longer than a film.
import { env } from "hono/adapter";
import { deleteCookie, setCookie } from "hono/cookie";
import { jwt, sign } from "hono/jwt";

const maxAge = 3600;
// Browsers accept Secure cookies from http://localhost; Safari does not, and needs HTTPS there, too.
const attributes = /** @type {const} */ ({ path: "/", httpOnly: true, secure: true, sameSite: "Lax" });

/** @param {import("hono").Context} c @param {string} user */
export async function startSession(c, user) {
  const payload = { sub: user, exp: Math.floor(Date.now() / 1000) + maxAge };
  const token = await sign(payload, env(c).SESSION_SECRET, "HS256");
  setCookie(c, "session", token, { ...attributes, maxAge });
}

/** @param {import("hono").Context} c */
export const endSession = (c) => deleteCookie(c, "session", attributes);

/**
 * Middleware: answers 401 without a valid session. The token's content is `c.get("jwtPayload")`.
 * @type {import("hono").MiddlewareHandler}
 */
export const requireSession = (c, next) =>
  jwt({ secret: env(c).SESSION_SECRET, cookie: "session", alg: "HS256" })(c, next);
