// What is bundled: programs that sign, and imports that need no key.

import { packageNames } from "../smoke/programs.mjs";

/** @typedef {import("./bundlers.mjs").Target} Target */

const name = packageNames.core;
export const host = "https://d111111abcdef8.cloudfront.net";

/**
 * Bundlers drop unused calls that they consider pure, such as an `encodeURI` or `new URL` that only checks
 * whether it throws. The bundle would then sign what the source refuses.
 */
export const refused = [
  [`${host}/\ud800`, "ERR_URL_INVALID"],
  [`${host}/a?\udc00`, "ERR_URL_INVALID"],
  [`${host}/a\nb`, "ERR_URL_INVALID"],
  ["https://a b/", "ERR_URL_INVALID"],
  ["https://[::1/", "ERR_URL_INVALID"],
  [`${host}/a?Expires=1`, "ERR_URL_ALREADY_SIGNED"],
  [`${host}/*`, "ERR_RESOURCE_INVALID"],
];

const program = `
import { createCloudFrontSigner, isCloudFrontSignError } from "${name}";
async function answer(keyPairId, privateKey, urls) {
  const signer = createCloudFrontSigner({ keyPairId, privateKey });
  const outcome = (url) => signer.signUrl(url, { expiresIn: "1h" }).catch((error) => (isCloudFrontSignError(error) ? error.code : String(error)));
  return Promise.all(urls.map(outcome));
}
`;
/**
 * A program for each target, and the code that calls it.
 * @type {Record<Target, { entry: string, ask: string }>}
 */
export const targets = {
  browser: {
    entry: `${program}globalThis.answer = answer;`,
    ask: "await import(file); const answers = await globalThis.answer(id, key, urls);",
  },
  worker: {
    entry: `${program}export default { async fetch(request, env) { return Response.json(await answer(env.ID, env.KEY, await request.json())); } };`,
    ask: `const { default: worker } = await import(file);
const request = new Request("https://worker.example.com", { method: "POST", body: JSON.stringify(urls) });
const answers = await (await worker.fetch(request, { ID: id, KEY: key })).json();`,
  },
  node: {
    entry: `${program}import { readFileSync } from "node:fs";
export const main = (file, urls) => answer("K2JCJMDEHXQW5F", readFileSync(file, "utf8"), urls);`,
    ask: "const answers = await (await import(file)).main(keyFile, urls);",
  },
};

/** Text that only the code for keys has, and that no minifier changes. */
export const forKeys = ["pkcs8", "PBKDF2", "PRIVATE KEY", "importKey"];

/** Exports that need no code for keys. */
export const withoutKeys = ["clearCloudFrontSignedCookies", "cloudFrontUrl", "isCloudFrontSignError"];
/** Exports them, so that a bundler keeps them. */
export const withoutKeysEntry = `export { ${withoutKeys.join(", ")} } from "${name}";`;
