// An upload provider for Strapi 5: files are stored by Strapi's own provider for S3, and read with CloudFront's signed URLs.
const s3 = require("@strapi/provider-upload-aws-s3");
const { createCloudFrontSigner } = require("cloudfront-sign-webcrypto");

const originForm = /^https?:\/\/(?!(undefined|null)(:|$))([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i;

/** Throws at the start: the URL of each file begins with this origin. @param {unknown} value */
function checkOrigin(value) {
  const origin = `${value ?? ""}`.replace(/\/+$/, "");
  if (!originForm.test(origin))
    throw new Error(
      `cdnOrigin: is not ${origin.trim() ? "usable" : "set"}; set it, or CDN_ORIGIN for config/plugins.js, to the origin of the distribution, without a path or a slash at its end, such as https://cdn.example.com`,
    );
  if (origin !== value) throw new Error(`cdnOrigin: has a slash at its end; write ${origin}`);
  // A host without a dot, or an address of this machine, is a stand-in for the distribution.
  if (/^http:\/\/(?!127\.|[^/:]*\blocalhost(:|$))[^/]*\./i.test(origin))
    throw new Error(
      `cdnOrigin: begins with http://, so others can read signed URLs; write ${origin.replace(/^http/i, "https")}`,
    );
}

/** What this provider reads itself. The one for S3 takes it inside `s3Options` without a word. */
const own = ["cdnOrigin", "keyPairId", "privateKey", "expiresIn"];

/** @param {object} [s3Options] */
function checkPlaces(s3Options = {}) {
  const misplaced = own.find((name) => name in s3Options);
  if (misplaced)
    throw new Error(`${misplaced}: is inside s3Options, where it has no effect; write it beside s3Options`);
}

module.exports = {
  /**
   * `providerOptions` of config/plugins: those of `@strapi/provider-upload-aws-s3`, without `baseUrl`, and these.
   * @param {{
   *   cdnOrigin: string,
   *   keyPairId: string,
   *   privateKey: string,
   *   expiresIn?: import("cloudfront-sign-webcrypto").Duration,
   *   s3Options?: object,
   *   [option: string]: unknown,
   * }} options `expiresIn`: how long a page of the admin panel or an answer of the API can show the file
   */
  init({ cdnOrigin, keyPairId, privateKey, expiresIn = "15m", ...options }) {
    checkPlaces(options.s3Options);
    checkOrigin(cdnOrigin);
    // One signer for the process: the key is imported once. An unusable key throws here, at the start.
    const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });
    return {
      // Strapi stores the URL of each file with this origin, and without a signature.
      ...s3.init({ ...options, baseUrl: cdnOrigin }),
      isPrivate: () => true,
      /** Strapi calls it for each file of this provider that it shows, and for no other. @param {{ url: string }} file */
      async getSignedUrl({ url }) {
        // Never unsigned: the file is private.
        if (!url.startsWith(`${cdnOrigin}/`))
          throw new Error(
            `cdnOrigin: the file ${url.split("?", 1)[0]} is not at ${cdnOrigin}; correct its URL in the database, or cdnOrigin`,
          );
        return { url: await signer.signUrl(url, { expiresIn }) };
      },
    };
  },
};
