// config/plugins.js of your Strapi project.
const { resolve } = require("node:path");

module.exports = ({ env }) => ({
  upload: {
    config: {
      provider: resolve(__dirname, "../provider.js"),
      providerOptions: {
        cdnOrigin: env("CDN_ORIGIN"),
        keyPairId: env("CLOUDFRONT_KEY_PAIR_ID"),
        privateKey: env("CLOUDFRONT_PRIVATE_KEY"),
        s3Options: {
          region: env("AWS_REGION"),
          // Without it, the provider makes each file public.
          params: { Bucket: env("S3_BUCKET"), ACL: "private" },
        },
      },
    },
  },
});
