// A FlyDrive disk whose signed URLs are those of CloudFront: in S3 if S3_BUCKET is set, else in a folder.
import { resolve } from "node:path";
import string from "@poppinss/utils/string";
import { cloudFrontUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { S3Driver } from "flydrive/drivers/s3";
import { cdnOrigin, keyPairId, privateKey } from "./settings.js";

// One signer for the process: the key is imported once. An unusable key throws here, at the start.
export const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });

/**
 * S3 obeys these parameters if the cache behavior forwards the query.
 * @param {string} key
 * @param {{ expiresIn?: string | number, contentType?: string, contentDisposition?: string }} options
 */
function signedUrl(key, { expiresIn = "30mins", contentType, contentDisposition }) {
  const query = {
    ...(contentType && { "response-content-type": contentType }),
    ...(contentDisposition && { "response-content-disposition": contentDisposition }),
  };
  // FlyDrive's own notation: seconds, or text such as "10 mins".
  return signer.signUrl(cloudFrontUrl(cdnOrigin, key, { query }), {
    expiresIn: string.seconds.parse(expiresIn),
  });
}

const { S3_BUCKET, MEDIA_FOLDER = "../media" } = process.env;

// Signed URLs for uploads stay those of S3: they need no CloudFront.
const driver = S3_BUCKET
  ? new S3Driver({
      bucket: S3_BUCKET,
      region: process.env.AWS_REGION,
      visibility: "private",
      urlBuilder: {
        generateSignedURL: async (key, options, _client, expiresIn) =>
          signedUrl(key, {
            expiresIn,
            contentType: options.ResponseContentType,
            contentDisposition: options.ResponseContentDisposition,
          }),
      },
    })
  : new FSDriver({
      location: resolve(MEDIA_FOLDER),
      visibility: "private",
      urlBuilder: { generateSignedURL: async (key, _path, options) => signedUrl(key, options) },
    });

export const disk = new Disk(driver);
