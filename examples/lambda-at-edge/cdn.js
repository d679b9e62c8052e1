import { cloudFrontUrl, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { readSecret } from "./secrets.js";
import { cdnOrigin, keySecret } from "./settings.js";

const originForm = /^https?:\/\/(?!(undefined|null)(:|$))([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i;

/** Throws when a copy of the function starts. @param {unknown} value */
function checkOrigin(value) {
  const origin = `${value ?? ""}`.replace(/\/+$/, "");
  if (!originForm.test(origin))
    throw new Error(
      "cdnOrigin: is not usable; write the origin of the distribution into settings.js, without a path or a slash at its end, such as https://cdn.example.com",
    );
  // It is in AWS's documentation, and in this example.
  if (new URL(origin).hostname === "d111111abcdef8.cloudfront.net")
    throw new Error(
      "cdnOrigin: is the placeholder d111111abcdef8.cloudfront.net; let your deployment write the origin of your distribution into settings.js",
    );
  if (origin !== value)
    throw new Error(`cdnOrigin: has a slash at its end; write ${origin} into settings.js`);
  // A host without a dot, or an address of this machine, is a stand-in for the distribution.
  if (/^http:\/\/(?!127\.|[^/:]*\blocalhost(:|$))[^/]*\./i.test(origin))
    throw new Error(
      `cdnOrigin: begins with http://, so others can read signed URLs; write ${origin.replace(/^http/i, "https")} into settings.js`,
    );
}

checkOrigin(cdnOrigin);

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
