// The least work if every URL comes with its own key: an import and a signature for each.
import { cannedPolicy, derOf, rsaAlgorithm } from "../fixture.mjs";

/**
 * @param {import("../fixture.mjs").Fixture} fixture
 * @param {string[]} urls
 * @param {import("../subjects.mjs").Flags} flags
 */
export default async ({ rsa, dateLessThan }, urls, { parallel = false }) => {
  const encoder = new TextEncoder();
  /** @param {string} url */
  const sign = async (url) => {
    const key = await crypto.subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
    return crypto.subtle.sign(rsaAlgorithm, key, encoder.encode(cannedPolicy(url, dateLessThan)));
  };
  if (parallel) return Promise.all(urls.map(sign));
  const made = [];
  for (const url of urls) made.push(await sign(url));
  return made;
};
