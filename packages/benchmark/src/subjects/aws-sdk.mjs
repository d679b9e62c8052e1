import { createPrivateKey } from "node:crypto";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, ec, dateLessThan }, { isEc = false, isKeyObject = false }) => {
  const pem = isEc ? ec : rsa;
  const input = {
    keyPairId,
    // A key that is parsed once: its types do not allow that, but it works.
    privateKey: isKeyObject ? /** @type {any} */ (createPrivateKey(pem)) : pem,
    dateLessThan: new Date(dateLessThan * 1000),
    ...(isEc && { algorithm: /** @type {const} */ ("SHA256") }),
  };
  return (url) => getSignedUrl({ url, ...input });
};
