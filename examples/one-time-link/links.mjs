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

/** @typedef {Omit<Link, "usesLeft"> & { uses: number }} NewLink */
/** @typedef {Awaited<ReturnType<typeof createLinks>>} Links */

/** Throws for a link that would work longer or more often than was meant. @param {NewLink} link */
function check({ key, uses, expiresAt, ...others }) {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new TypeError(`${other}: no such member; write key, uses and expiresAt`);
  if (typeof key !== "string" || key === "")
    throw new TypeError("key: is not the key of an object; write it as text, such as reports/a.pdf");
  if (/^https?:\/\//i.test(key))
    throw new TypeError("key: is a URL; write the key of the object alone, such as reports/a.pdf");
  if (!Number.isSafeInteger(uses) || uses < 1)
    throw new TypeError("uses: is not a whole number from 1; write how often the link works, such as 1");
  if (!Number.isSafeInteger(expiresAt))
    throw new TypeError("expiresAt: is not whole epoch seconds; write Math.floor(Date.now() / 1000) + 3600");
  // As epoch seconds, the year 5138.
  if (expiresAt >= 1e11)
    throw new TypeError("expiresAt: is in milliseconds; divide by 1000, and round down to whole seconds");
  if (expiresAt * 1000 <= Date.now())
    throw new TypeError(
      `expiresAt: is over (${new Date(expiresAt * 1000).toISOString()}); write Math.floor(Date.now() / 1000) + 3600 for an hour from now`,
    );
  // S3 may hold such keys, but each opening of a mistyped one would cost a use.
  const [escaped] = /%[\da-f]{2}/i.exec(key) ?? [];
  if (key.startsWith("/")) console.warn("key: begins with /, so its URL has two; write it as S3 shows it");
  if (escaped)
    console.warn(
      `key: has ${escaped}, which is encoded again, as ${escaped.replace("%", "%25")}; write it as S3 shows it`,
    );
}

/**
 * Rejects if the signer cannot sign with these options.
 * @param {{
 *   store: LinkStore,
 *   signer: import("cloudfront-sign-webcrypto").CloudFrontSigner,
 *   cdnOrigin: string,
 *   expiresIn?: import("cloudfront-sign-webcrypto").Duration,
 * }} options `expiresIn`: how long a download may take to start
 */
export async function createLinks({ store, signer, cdnOrigin, expiresIn = "60s" }) {
  // Now, not in `open`, which takes the use before it signs.
  await signer.signUrl(cloudFrontUrl(cdnOrigin, "test"), { expiresIn });
  // Who reads the table cannot open its links.
  const idOf = (/** @type {string} */ token) => createHash("sha256").update(token).digest("base64url");
  return {
    /** The token of a new link. Ask first whether this user may share this file. @param {NewLink} link */
    async create(link) {
      check(link);
      const { key, uses, expiresAt } = link;
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
