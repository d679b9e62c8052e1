// An upload provider for Strapi 5: files are stored by Strapi's own provider for S3, and read with CloudFront's signed URLs.
const s3 = require("@strapi/provider-upload-aws-s3");
const { createCloudFrontSigner } = require("cloudfront-sign-webcrypto");

module.exports = {
  /**
   * `providerOptions` of config/plugins: those of `@strapi/provider-upload-aws-s3`, without `baseUrl`, and these.
   * @param {{
   *   cdnOrigin: string,
   *   keyPairId: string,
   *   privateKey: string,
   *   expiresIn?: import("cloudfront-sign-webcrypto").Duration,
   *   [option: string]: unknown,
   * }} options `expiresIn`: how long a page of the admin panel or an answer of the API can show the file
   */
  init({ cdnOrigin, keyPairId, privateKey, expiresIn = "15m", ...options }) {
    // One signer for the process: the key is imported once. An unusable key throws here, at the start.
    const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });
    return {
      // Strapi stores the URL of each file with this origin, and without a signature.
      ...s3.init({ ...options, baseUrl: cdnOrigin }),
      isPrivate: () => true,
      /** Strapi calls it for each file that it shows. @param {{ url: string }} file */
      async getSignedUrl({ url }) {
        // Files from before this provider have another URL.
        return { url: url.startsWith(`${cdnOrigin}/`) ? await signer.signUrl(url, { expiresIn }) : url };
      },
    };
  },
};
