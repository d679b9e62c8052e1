// Stands for your own users and what they may see. It has one user, from the environment.
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "node:process";

/** @param {string} one @param {string} other */
function isSame(one, other) {
  const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * With a database of users, compare with a slow hash of the password (argon2, scrypt, bcrypt).
 * @param {unknown} user
 * @param {unknown} password
 * @returns {user is string}
 */
export function isPasswordRight(user, password) {
  if (typeof user !== "string" || typeof password !== "string" || !password) return false;
  const isUser = isSame(user, env.LOGIN_USER);
  return isSame(password, env.LOGIN_PASSWORD) && isUser;
}

const files = ["report.pdf"];

/**
 * A list, not a pattern: a name from a request may be `*` or `../other`.
 * @param {string} _user
 * @param {unknown} file
 * @returns {file is string}
 */
export const maySee = (_user, file) => typeof file === "string" && files.includes(file);
