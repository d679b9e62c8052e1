// With a key that is parsed once: its types do not allow that, but it works.
import { createPrivateKey } from "node:crypto";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, ec, dateLessThan }, urls, { isEc = false }) => {
  const privateKey = /** @type {any} */ (createPrivateKey(isEc ? ec : rsa));
  const shared = isEc
    ? { keyPairId, privateKey, algorithm: /** @type {const} */ ("SHA256") }
    : { keyPairId, privateKey };
  const end = new Date(dateLessThan * 1000);
  return urls.map((url) => getSignedUrl({ url, dateLessThan: end, ...shared }));
};
