// Objects in S3, for the input and the output.
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Fault, refuse } from "./fault.js";

/** @param {string} location */
export const isS3 = (location) => location.startsWith("s3://");

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

/**
 * An error of S3, in words without keys and signatures.
 * @param {string} option
 * @param {string} bucket
 * @param {any} error
 */
export function s3Fault(option, bucket, error) {
  const status = error.$metadata?.httpStatusCode;
  const remedies = {
    NoSuchBucket: "create the bucket, or correct its name",
    AccessDenied:
      "let the role read, list and write objects there (s3:GetObject, s3:ListBucket, s3:PutObject)",
    CredentialsProviderError:
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or run it with a role",
    NotFound: "correct the name of the bucket or the object",
    NoSuchKey: "correct the name of the object",
  };
  const remedy =
    remedies[/** @type {keyof typeof remedies} */ (error.name)] ?? "see the documentation of S3 for it";
  const says = status ? `S3 answers ${status} ${error.name}` : `S3 cannot be reached (${error.name})`;
  return new Fault(`${option}: ${says} for the bucket ${bucket}; ${remedy}`, { cause: error });
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
  const get = (more) =>
    s3()
      .send(new GetObjectCommand({ ...object, ...more }))
      .catch((error) => {
        throw s3Fault("--input", bucket, error);
      });
  const first = await get();
  async function* read() {
    let answer = first;
    let offset = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const block of /** @type {AsyncIterable<Buffer>} */ (answer.Body)) {
          offset += block.length;
          attempt = 1;
          yield block;
        }
        return;
      } catch (error) {
        if (error instanceof Fault || attempt === mostAttempts) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
      if (offset === first.ContentLength) return;
      // IfMatch: an object that was replaced meanwhile is another input.
      answer = await get({ Range: `bytes=${offset}-`, IfMatch: first.ETag });
    }
  }
  return { bytes: read(), size: first.ContentLength };
}
