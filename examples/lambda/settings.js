/** A missing variable fails the start of the function, before the first request. @param {string} name */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: see README.md.`);
  return value;
}
