// WebCrypto alone, on prepared bytes: nothing that uses WebCrypto can be faster.
import { cannedPolicy, derOf, rsaAlgorithm } from "../fixture.mjs";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ rsa, dateLessThan }, urls) => {
  const key = await crypto.subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
  const encoder = new TextEncoder();
  const policies = urls.map((url) => encoder.encode(cannedPolicy(url, dateLessThan)));
  return Promise.all(policies.map((policy) => crypto.subtle.sign(rsaAlgorithm, key, policy)));
};
