/** Read at the request, so that `next build` needs no variable. @param {string} name */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: see README.md.`);
  return value;
}
