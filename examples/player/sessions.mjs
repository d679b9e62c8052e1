import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const user = { name: "ada@example.com", password: "lovelace", films: ["film"] };
const maxAge = 8 * 3600;

/** @typedef {{ name: string, films: readonly string[] }} User */

/** Sessions in memory: they end with the program. */
export function createSessions() {
  if (process.env.NODE_ENV === "production")
    throw new Error(
      "NODE_ENV: is production, and everybody knows the password of this demonstration; replace sessions.mjs",
    );
  /** @type {Map<string, { user: User, end: number }>} */
  const sessions = new Map();
  /** @param {Request} request */
  const idOf = (request) => /(?:^|; )session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  return {
    /** The user who is signed in. @param {Request} request @returns {User | undefined} */
    userOf(request) {
      const session = sessions.get(idOf(request));
      return session && session.end > Date.now() ? session.user : undefined;
    },
    /** The session cookie, if the password is right. @param {string} name @param {string} password */
    signIn(name, password) {
      const isUser = isSame(name, user.name);
      if (!isSame(password, user.password) || !isUser) return undefined;
      const id = randomBytes(16).toString("base64url");
      sessions.set(id, { user, end: Date.now() + maxAge * 1000 });
      return `session=${id}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAge}`;
    },
    /** @param {Request} request @returns {string} the cookie that ends the session */
    signOut(request) {
      sessions.delete(idOf(request));
      return "session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0";
    },
  };
}

/** @param {string} one @param {string} other */
function isSame(one, other) {
  const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
