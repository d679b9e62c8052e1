import { cloudFrontUrl, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { readSecret } from "./secrets.js";
import { cdnOrigin, keySecret } from "./settings.js";

const key = loadedKey({
  load: ({ signal }) => readSecret(keySecret, signal),
  // The viewer waits for it.
  timeout: "3s",
  onError: (error) => console.error(error.message, error.cause),
});

/** One for each copy of the function: the key is imported once. */
export const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });

/** @param {string} key of an object */
export const cdnUrl = (key) => cloudFrontUrl(cdnOrigin, key);

/** The distribution sets cookies for its own host, so they need no domain. */
export const courseCookies = { path: "/course/" };

/** Set-Cookie lines that open the folder course/. */
export async function openCourse() {
  const cookies = await signer.signCookies({ resource: `${cdnOrigin}/course/*`, expiresIn: "4h" });
  return cookies.toSetCookie(courseCookies);
}
