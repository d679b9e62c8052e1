// Stands for your own users and what they may see. It has one user, from the environment.
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "node:process";

/** @param {string} text */
const digest = (text) => createHash("sha256").update(text).digest();

/**
 * With a database of users, compare with a slow hash of the password (argon2, scrypt, bcrypt).
 * @param {unknown} user
 * @param {unknown} password
 * @returns {user is string}
 */
export function isPasswordRight(user, password) {
  if (typeof user !== "string" || typeof password !== "string" || !password) return false;
  // Both are compared in full: the time of the answer tells nothing about either.
  const isUser = timingSafeEqual(digest(user), digest(env.LOGIN_USER));
  return timingSafeEqual(digest(password), digest(env.LOGIN_PASSWORD)) && isUser;
}

const files = ["report.pdf"];

/**
 * A list, not a pattern: a name from a request may be `*` or `../other`.
 * @param {string} _user
 * @param {unknown} file
 * @returns {file is string}
 */
export const maySee = (_user, file) => typeof file === "string" && files.includes(file);

export const folders = ["course"];

/**
 * @param {string} _user
 * @param {unknown} folder
 * @returns {folder is string}
 */
export const mayOpen = (_user, folder) => typeof folder === "string" && folders.includes(folder);
