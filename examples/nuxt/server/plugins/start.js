import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
// Nitro loads the routes at their first request. Imported here, an unusable key throws at the start.
import "../utils/cdn.js";

export default defineNitroPlugin(({ hooks }) => {
  // Nitro logs the message and the stack. The message of a CloudFrontSignError contains no key, signature or policy.
  hooks.hook("error", (error) => {
    const cause = error.cause ?? error;
    if (isCloudFrontSignError(cause)) console.error(cause.code);
  });
});
