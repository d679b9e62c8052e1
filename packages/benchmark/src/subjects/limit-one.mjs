// The least that any grant needs: one key, one signature. It makes no URL at all.
import { cannedPolicy, derOf, rsaAlgorithm } from "../fixture.mjs";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ rsa, dateLessThan }, urls) => {
  const key = await crypto.subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
  const [url = ""] = urls;
  return [
    await crypto.subtle.sign(rsaAlgorithm, key, new TextEncoder().encode(cannedPolicy(url, dateLessThan))),
  ];
};
