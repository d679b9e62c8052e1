// Stands for your own users and what they may see. It has one user, from Secrets Manager.
import { createHash, timingSafeEqual } from "node:crypto";
import { appSecrets } from "./secrets.js";

/** @param {string} one @param {string} other */
function isSame(one, other) {
  const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * With a database of users, compare with a slow hash of the password (argon2, scrypt, bcrypt).
 * @param {unknown} user
 * @param {unknown} password
 */
export async function isPasswordRight(user, password) {
  if (typeof user !== "string" || typeof password !== "string" || !password) return false;
  const account = await appSecrets();
  const isUser = isSame(user, account.user);
  return isSame(password, account.password) && isUser;
}

const files = ["report.pdf"];

/**
 * A list, not a pattern: a name from a request may be `*` or `../other`.
 * @param {string} _user
 * @param {string | null} file
 * @returns {file is string}
 */
export const maySee = (_user, file) => file !== null && files.includes(file);
