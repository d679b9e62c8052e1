import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ keyPairId, rsa, dateLessThan, resource }) => {
  const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
  const { signUrl } = await signer.grant({ resource, dateLessThan });
  return (url) => signUrl(url);
};
