import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { checkSettings, required } from "./settings.js";

// Loaded at the first signature: "vite build" runs this file, too, and has no key.
const key = loadedKey({
  load: async () => {
    // Asked again, in case these files are used without hooks.server.js.
    checkSettings();
    return {
      keyPairId: required("CLOUDFRONT_KEY_PAIR_ID"),
      privateKey: required("CLOUDFRONT_PRIVATE_KEY"),
    };
  },
  onError: (error) => console.error(error.message, error.cause),
});

/** One for the process: the key is imported once. */
export const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });

/** The origin of the distribution, such as https://cdn.example.com. */
export const cdnOrigin = () => required("CDN_ORIGIN");

/**
 * Where the browser sends the cookies. In production COOKIE_DOMAIN is the domain that the app and the CDN
 * share, such as example.com for app.example.com and cdn.example.com. A browser keeps one set for each path: for
 * cookies of one course, let the path be that of the course, such as /course/42/.
 */
export const courseCookies = () => ({ domain: required("COOKIE_DOMAIN") || undefined, path: "/course/" });
