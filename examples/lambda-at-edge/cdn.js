import { cloudFrontUrl, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { readSecret } from "./secrets.js";
import { cdnOrigin, keySecret } from "./settings.js";

const { hostname } = new URL(cdnOrigin);

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
