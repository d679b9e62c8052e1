import { env } from "$env/dynamic/private";

/** Read when the program runs: `vite build` needs no variable. @param {string} name */
export function required(name) {
  const value = env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: see README.md.`);
  return value;
}
