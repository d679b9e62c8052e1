// Stands for your own users and what they may see. It has one user, from the environment.
import { timingSafeEqual } from "hono/utils/buffer";

/**
 * With a database of users, compare with a slow hash of the password (argon2, scrypt, bcrypt).
 * @param {Record<string, string>} variables
 * @param {unknown} user
 * @param {unknown} password
 */
export async function isPasswordRight({ LOGIN_USER, LOGIN_PASSWORD }, user, password) {
  if (typeof user !== "string" || typeof password !== "string" || !password) return false;
  // Both are compared in full: the time of the answer tells nothing about either.
  const [isUser, isPassword] = await Promise.all([
    timingSafeEqual(user, LOGIN_USER),
    timingSafeEqual(password, LOGIN_PASSWORD),
  ]);
  return isUser && isPassword;
}

const files = ["report.pdf"];

/**
 * A list, not a pattern: a name from a request may be `*` or `../other`.
 * @param {string} _user
 * @param {string | undefined} file
 * @returns {file is string}
 */
export const maySee = (_user, file) => file !== undefined && files.includes(file);
