import { jwtVerify, SignJWT } from "jose";
import { sessionSecret } from "./settings.js";

// Lambda runs many copies of a function, so the session is a signed cookie and not in memory.
const name = "session";
const maxAge = 3600;
const attributes = "Path=/; HttpOnly; Secure; SameSite=Lax";
const secret = new TextEncoder().encode(sessionSecret);

/** @param {string} user @returns {Promise<string>} a Set-Cookie line */
export async function startSession(user) {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setExpirationTime(`${maxAge} s`)
    .sign(secret);
  return `${name}=${token}; ${attributes}; Max-Age=${maxAge}`;
}

export const endSession = `${name}=; ${attributes}; Max-Age=0`;

/** The user who is signed in. @param {readonly string[]} cookies each as name=value */
export async function userOf(cookies) {
  const token = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(`${name}=`.length);
  if (!token) return undefined;
  const verified = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch(() => undefined);
  return verified?.payload.sub;
}
