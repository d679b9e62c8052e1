// The subjects of the whole-process measurements. Each is a file, and only that file is loaded. Its name is
// computed, because Deno loads every import that it can resolve before the program runs.

/** @typedef {import("./fixture.mjs").Fixture} Fixture */
/** @typedef {(fixture: Fixture, urls: string[]) => unknown[] | Promise<unknown[]>} Subject */
/** @typedef {{ cache?: boolean, parallel?: boolean }} Flags */

const ours = "cloudfront-sign-webcrypto";
/** @type {Record<string, [file: string, flags?: Flags]>} */
const table = {
  program: ["nothing"],
  limit: ["limit"],
  "limit-one": ["limit-one"],
  "limit-import": ["limit-import"],
  "limit-import --parallel": ["limit-import", { parallel: true }],
  "aws-cloudfront-sign": ["aws-cloudfront-sign"],
  "@aws-sdk/cloudfront-signer": ["aws-sdk"],
  "@aws-sdk/cloudfront-signer, KeyObject": ["aws-sdk-key-object"],
  [ours]: ["ours"],
  [`${ours} --cache`]: ["ours", { cache: true }],
  [`${ours} --parallel`]: ["ours", { parallel: true }],
  [`${ours} --parallel --cache`]: ["ours", { parallel: true, cache: true }],
  [`${ours} --grant`]: ["ours-grant"],
};

export const subjectNames = Object.keys(table);

/** The number of outputs for a number of URLs. @param {string} name @param {number} urls */
export const outputs = (name, urls) => (name === "limit-one" ? 1 : urls);

/** @param {string} name @returns {Promise<Subject>} */
export async function loadSubject(name) {
  const [file, flags = {}] = table[name] ?? [];
  if (!file) throw new Error(`no subject "${name}"; there are: ${subjectNames.join(", ")}`);
  const { default: subject } = await import(`./subjects/${file}.mjs`);
  return (fixture, urls) => subject(fixture, urls, flags);
}
