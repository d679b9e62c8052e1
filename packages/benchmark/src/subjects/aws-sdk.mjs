import { getSignedUrl } from "@aws-sdk/cloudfront-signer";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, dateLessThan }, urls) => {
  const end = new Date(dateLessThan * 1000);
  return urls.map((url) => getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end }));
};
