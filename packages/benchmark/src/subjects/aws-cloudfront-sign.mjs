import library from "aws-cloudfront-sign";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, dateLessThan }, urls) =>
  urls.map((url) =>
    library.getSignedUrl(url, {
      keypairId: keyPairId,
      expireTime: dateLessThan * 1000,
      privateKeyString: rsa,
    }),
  );
