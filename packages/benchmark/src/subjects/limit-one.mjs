// The least work of a grant: one key, one signature, no URL.
import { cannedPolicy, derOf, rsaAlgorithm } from "../fixture.mjs";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ rsa, dateLessThan }, urls) => {
  const key = await crypto.subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
  const [url = ""] = urls;
  return [
    await crypto.subtle.sign(rsaAlgorithm, key, new TextEncoder().encode(cannedPolicy(url, dateLessThan))),
  ];
};
