// A collection of private files. They are in the bucket behind CloudFront, where @payloadcms/storage-s3 puts them.
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import type { CollectionAfterReadHook, CollectionConfig, FileData } from "payload";
import { setCourseCookies } from "./course-cookies.ts";
import { cdnOrigin } from "./settings.ts";
import { signer } from "./signer.ts";

interface PrivateFile extends FileData {
  readonly id: string | number;
  /** The folder in the bucket, if the storage plugin has one. */
  readonly prefix?: string;
  /** Only in what a signed-in user reads. */
  readonly signedUrl?: string;
}

/**
 * Adds a signed URL for a user who is signed in. Payload's local API runs hooks, too, and it has no user unless
 * you give it one.
 *
 * If signing fails, so does the read: Payload logs the error and answers 500 "Something went wrong.", without
 * details unless `debug` is on.
 */
export const addSignedUrl: CollectionAfterReadHook<PrivateFile> = async ({ doc, req }) => {
  // A `select` of the query may leave out the name.
  if (!req.user || !doc.filename) return doc;
  // The answer is for this user alone: no cache may keep it.
  req.responseHeaders ??= new Headers();
  req.responseHeaders.set("Cache-Control", "private, no-store");
  const key = doc.prefix ? `${doc.prefix}/${doc.filename}` : doc.filename;
  return { ...doc, signedUrl: await signer.signUrl(cloudFrontUrl(cdnOrigin, key), { expiresIn: "10m" }) };
};

export const privateFiles: CollectionConfig = {
  slug: "private-files",
  // Payload's default for reading, to be replaced by your own rule: who may read a file gets a signed URL of it.
  access: { read: ({ req }) => Boolean(req.user) },
  upload: true,
  // Virtual: in the API and the generated types, and not in the database.
  fields: [{ name: "signedUrl", type: "text", virtual: true, admin: { hidden: true } }],
  hooks: { afterRead: [addSignedUrl] },
  // POST /api/private-files/cookies
  endpoints: [{ path: "/cookies", method: "post", handler: setCourseCookies }],
};
