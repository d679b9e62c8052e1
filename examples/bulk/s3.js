// Objects in S3, for the input and the output.
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { refuse, StorageFault } from "./fault.js";

/**
 * @param {string} option
 * @param {string} location s3://BUCKET/KEY
 */
export function bucketAndKey(option, location) {
  const [, bucket, key = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(location) ?? [];
  if (!bucket) refuse(option, "the bucket is missing; write s3://BUCKET/KEY");
  return { bucket, key };
}

/** @type {S3Client | undefined} */
let client;

/** One client for the process. Credentials, region and endpoint come from the AWS variables and files. */
export function s3() {
  // Path-style addresses for other endpoints, which have no DNS name for each bucket.
  client ??= new S3Client({
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  });
  return client;
}

const remedies = {
  NoSuchBucket: "create the bucket, or correct its name",
  AccessDenied: "allow s3:GetObject, s3:PutObject and s3:ListBucket there",
  InvalidAccessKeyId: "correct AWS_ACCESS_KEY_ID, or set AWS_PROFILE",
  SignatureDoesNotMatch: "correct AWS_SECRET_ACCESS_KEY",
  ExpiredToken: "the credentials have expired; get new ones",
  CredentialsProviderError:
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role",
  PermanentRedirect: "the bucket is in another region; set AWS_REGION to it",
  NoSuchKey: "correct the name of the object",
  PreconditionFailed: "the object was replaced while it was read; run add again",
};

/**
 * An error of S3, in words without keys and signatures.
 * @param {string} option
 * @param {string} bucket
 * @param {any} error
 */
export function s3Fault(option, bucket, error) {
  const status = error.$metadata?.httpStatusCode;
  const says = status
    ? `S3 answers ${status} ${error.name} for the bucket ${bucket}`
    : `S3 cannot be asked for the bucket ${bucket} (${error.code ?? error.name}: ${error.message})`;
  const remedy =
    remedies[/** @type {keyof typeof remedies} */ (error.name)] ??
    "check the region, the network and the endpoint";
  return new StorageFault(`${option}: ${says}; ${remedy}`, { cause: error });
}

const mostAttempts = 8;

/**
 * Reads an object. If the connection breaks, it goes on at the same byte.
 * @param {string} location
 */
export async function readObject(location) {
  const { bucket, key } = bucketAndKey("--input", location);
  if (!key) refuse("--input", "the key is missing; write s3://BUCKET/KEY");
  const object = { Bucket: bucket, Key: key };
  /** @param {object} [more] */
  const get = async (more) => {
    try {
      const { Body, ContentLength, ETag } = await s3().send(new GetObjectCommand({ ...object, ...more }));
      const body = /** @type {import("node:stream").Readable} */ (Body);
      // It may break before somebody reads it. Who reads then gets the error.
      body.on("error", () => {});
      return { body, size: ContentLength, ETag };
    } catch (error) {
      throw s3Fault("--input", bucket, error);
    }
  };
  const first = await get();
  async function* read() {
    /** @type {typeof first | undefined} */
    let answer = first;
    let offset = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        // IfMatch: an object that was replaced meanwhile is another input.
        answer ??= await get({ Range: `bytes=${offset}-`, IfMatch: first.ETag });
        for await (const block of answer.body) {
          offset += block.length;
          attempt = 1;
          yield block;
        }
        return;
      } catch (error) {
        if (offset === first.size) return;
        if (isFinal(error)) throw error;
        if (attempt === mostAttempts) throw s3Fault("--input", bucket, error);
        answer = undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
  return { bytes: read(), size: first.size };
}

/** Whether S3 has answered that it will not. @param {any} error */
const isFinal = (error) => {
  const status = error.cause?.$metadata?.httpStatusCode;
  return status >= 400 && status < 500;
};
