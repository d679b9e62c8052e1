// WebCrypto alone, which makes no URL: nothing that uses WebCrypto can be faster.
import { cannedPolicy, derOf, ecAlgorithm, rsaAlgorithm } from "../fixture.mjs";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ rsa, ec, dateLessThan }, { isEc = false }) => {
  const [pem, algorithm] = isEc ? [ec, ecAlgorithm] : [rsa, rsaAlgorithm];
  const key = await crypto.subtle.importKey("pkcs8", derOf(pem), algorithm, false, ["sign"]);
  const encoder = new TextEncoder();
  return (url) => crypto.subtle.sign(algorithm, key, encoder.encode(cannedPolicy(url, dateLessThan)));
};
