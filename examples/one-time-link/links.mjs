// Links that end after a number of uses. Each use gives one signed URL that is valid for a short time.
import { createHash, randomBytes } from "node:crypto";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";

/**
 * Where the links are counted.
 * @typedef {{ key: string, usesLeft: number, expiresAt: number }} Link `expiresAt` in epoch seconds
 * @typedef {{
 *   put(id: string, link: Link): Promise<void>,
 *   take(id: string, now: number): Promise<string | undefined>,
 * }} LinkStore `take` takes a use and returns the object key, in one step that no other `take` can come between
 */

/** @typedef {ReturnType<typeof createLinks>} Links */

/**
 * @param {{
 *   store: LinkStore,
 *   signer: import("cloudfront-sign-webcrypto").CloudFrontSigner,
 *   cdnOrigin: string,
 *   expiresIn?: import("cloudfront-sign-webcrypto").Duration,
 * }} options `expiresIn`: how long a download may take to start
 */
export function createLinks({ store, signer, cdnOrigin, expiresIn = "60s" }) {
  // Who reads the table cannot open its links.
  const idOf = (/** @type {string} */ token) => createHash("sha256").update(token).digest("base64url");
  return {
    /** The token of a new link. Ask first whether this user may share this file. @param {Omit<Link, "usesLeft"> & { uses: number }} link */
    async create({ key, uses, expiresAt }) {
      const token = randomBytes(16).toString("base64url");
      await store.put(idOf(token), { key, usesLeft: uses, expiresAt });
      return token;
    },
    /** Takes a use. `undefined` if none is left. @param {string} token */
    async open(token) {
      const key = await store.take(idOf(token), Math.floor(Date.now() / 1000));
      return key === undefined ? undefined : signer.signUrl(cloudFrontUrl(cdnOrigin, key), { expiresIn });
    },
  };
}
