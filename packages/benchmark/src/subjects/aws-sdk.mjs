import { getSignedUrl } from "@aws-sdk/cloudfront-signer";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, ec, dateLessThan }, urls, { isEc = false }) => {
  const shared = isEc
    ? { keyPairId, privateKey: ec, algorithm: /** @type {const} */ ("SHA256") }
    : { keyPairId, privateKey: rsa };
  const end = new Date(dateLessThan * 1000);
  return urls.map((url) => getSignedUrl({ url, dateLessThan: end, ...shared }));
};
