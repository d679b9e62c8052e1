import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { cookies } from "next/headers";
import { sessionSecret } from "./settings.js";

// Next.js may run in several processes, so the session is a signed cookie and not in memory.
const name = "session";
const maxAge = 3600;
const attributes = { httpOnly: true, secure: true, sameSite: /** @type {const} */ ("lax"), path: "/" };
const secret = new TextEncoder().encode(sessionSecret);

/** The user who is signed in. @returns {Promise<string | undefined>} */
export async function currentUser() {
  const token = (await cookies()).get(name)?.value;
  if (!token) return undefined;
  const verified = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch(() => undefined);
  return verified?.payload.sub;
}

/** @param {string} user */
export async function startSession(user) {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setExpirationTime(`${maxAge} s`)
    .sign(secret);
  (await cookies()).set(name, token, { ...attributes, maxAge });
}

export async function endSession() {
  (await cookies()).delete({ name, ...attributes });
}
