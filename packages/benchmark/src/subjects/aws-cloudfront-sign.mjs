import library from "aws-cloudfront-sign";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, dateLessThan }) => {
  const options = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa };
  return (url) => library.getSignedUrl(url, options);
};
