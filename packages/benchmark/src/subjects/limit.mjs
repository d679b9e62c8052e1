// WebCrypto alone, on prepared bytes: nothing that uses WebCrypto can be faster.
import { cannedPolicy, derOf, ecAlgorithm, rsaAlgorithm } from "../fixture.mjs";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ rsa, ec, dateLessThan }, urls, { isEc = false }) => {
  const [pem, algorithm] = isEc ? [ec, ecAlgorithm] : [rsa, rsaAlgorithm];
  const key = await crypto.subtle.importKey("pkcs8", derOf(pem), algorithm, false, ["sign"]);
  const encoder = new TextEncoder();
  const policies = urls.map((url) => encoder.encode(cannedPolicy(url, dateLessThan)));
  return Promise.all(policies.map((policy) => crypto.subtle.sign(algorithm, key, policy)));
};
