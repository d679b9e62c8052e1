// What `require("cloudfront-sign-cli")` and `import` load. It exports the names of the library, because Node.js looks
// for `createCloudFrontSigner` of `import { createCloudFrontSigner } from "cloudfront-sign-cli"` before it runs this file.
module.exports = require("cloudfront-sign-webcrypto");
throw new Error(
  "cloudfront-sign-cli is a command, which npx cloudfront-sign-cli runs; the library to import is cloudfront-sign-webcrypto",
);
