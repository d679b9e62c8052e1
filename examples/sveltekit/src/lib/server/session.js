import { jwtVerify, SignJWT } from "jose";
import { sessionSecret } from "./settings.js";

export const sessionCookie = "session";
const maxAge = 3600;
/** @type {import("cookie").CookieSerializeOptions & { path: string }} */
export const sessionAttributes = { path: "/", httpOnly: true, secure: true, sameSite: "lax", maxAge };
const secret = new TextEncoder().encode(sessionSecret);

/** @param {string} user */
export const startSession = (user) =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setExpirationTime(`${maxAge} s`)
    .sign(secret);

/** The user of a session that is still valid. @param {string | undefined} token */
export async function userOf(token) {
  if (!token) return undefined;
  const verified = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch(() => undefined);
  return verified?.payload.sub;
}
