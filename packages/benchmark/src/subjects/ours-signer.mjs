// A server's signer: one that it keeps, or a new one in each request.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, ec, dateLessThan }, { isEc = false, isPerRequest = false }) => {
  const options = { keyPairId, privateKey: isEc ? ec : rsa };
  const terms = { dateLessThan };
  const { signUrl } = createCloudFrontSigner(options);
  return (url) => (isPerRequest ? createCloudFrontSigner(options).signUrl(url, terms) : signUrl(url, terms));
};
