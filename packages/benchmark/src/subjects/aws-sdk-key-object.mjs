// With a key that is parsed once: its types do not allow that, but it works.
import { createPrivateKey } from "node:crypto";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, dateLessThan }, urls) => {
  const end = new Date(dateLessThan * 1000);
  const privateKey = /** @type {any} */ (createPrivateKey(rsa));
  return urls.map((url) => getSignedUrl({ url, keyPairId, privateKey, dateLessThan: end }));
};
