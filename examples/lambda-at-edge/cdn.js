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

const { hostname } = new URL(cdnOrigin);

/** The sample works with a local CloudFront, whose public key has the ID that you give it. @param {string} secret */
function checkKeyPairId(secret) {
  if (secret.includes('"K2JCJMDEHXQW5F"') && !/(^|\.)localhost$|^[^.]*$|^[\d.]+$/.test(hostname))
    throw new Error(
      `${keySecret}: keyPairId is K2JCJMDEHXQW5F, the sample of this documentation, which CloudFront does not know; write the ID of your public key in CloudFront, into the secret`,
    );
  return secret;
}

const key = loadedKey({
  load: async ({ signal }) => checkKeyPairId(await readSecret(keySecret, signal)),
  // The viewer waits for it.
  timeout: "3s",
  onError: (error) => console.error(error.message, error.cause),
});

/** One for each copy of the function: the key is imported once. */
export const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });

/** @param {string} key of an object */
export const cdnUrl = (key) => cloudFrontUrl(cdnOrigin, key);

/**
 * The distribution sets cookies for its own host, so they need no domain. A browser keeps one set for each path: for
 * cookies of one course, let the path be that of the course, such as /course/42/.
 */
export const courseCookies = { path: "/course/" };

/**
 * Throws if the viewer uses another name of the distribution: the cookies would be for that name, and their policy for
 * the origin in settings.js.
 * @param {import("./answers.js").EdgeHeaders} headers of a viewer request
 */
export function checkHost({ host }) {
  const site = host?.[0]?.value.replace(/:\d+$/, "").toLowerCase();
  if (site !== hostname)
    throw new Error(
      `cdnOrigin: is for ${hostname}, and the viewer is at ${site}, where the cookies open nothing; redirect ${site} to ${hostname}, or write the origin of ${site} into settings.js`,
    );
}

/** Set-Cookie lines that open the folder course/. */
export async function openCourse() {
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}${courseCookies.path}*`,
    expiresIn: "4h",
  });
  return cookies.toSetCookie(courseCookies);
}
