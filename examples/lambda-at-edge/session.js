import { jwtVerify, SignJWT } from "jose";
import { appSecrets } from "./secrets.js";

// Lambda@Edge runs in many regions, so the session is a signed cookie and not in memory.
const name = "session";
const maxAge = 3600;
const attributes = "Path=/; HttpOnly; Secure; SameSite=Lax";
const secret = async () => new TextEncoder().encode((await appSecrets()).sessionSecret);

/** @param {string} user @returns {Promise<string>} a Set-Cookie line */
export async function startSession(user) {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setExpirationTime(`${maxAge} s`)
    .sign(await secret());
  return `${name}=${token}; ${attributes}; Max-Age=${maxAge}`;
}

export const endOfSession = `${name}=; ${attributes}; Max-Age=0`;

/** The user who is signed in. @param {import("./answers.js").EdgeHeaders} headers */
export async function userOf(headers) {
  const cookies = (headers.cookie ?? []).flatMap(({ value }) => value.split("; "));
  const token = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(`${name}=`.length);
  if (!token) return undefined;
  const verified = await jwtVerify(token, await secret(), { algorithms: ["HS256"] }).catch(() => undefined);
  return verified?.payload.sub;
}
