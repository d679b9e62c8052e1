import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { bucketAndKey, s3, s3Fault } from "./s3.js";

export class S3Output {
  #bucket;
  #prefix;

  /** @param {string} location s3://BUCKET/PREFIX */
  constructor(location) {
    const { bucket, key } = bucketAndKey("--output", location);
    this.#bucket = bucket;
    this.#prefix = key === "" || key.endsWith("/") ? key : `${key}/`;
    this.location = `s3://${bucket}/${this.#prefix}`;
  }

  async prepare() {}

  /** @param {string} name */
  async read(name) {
    try {
      const { Body } = await s3().send(new GetObjectCommand(this.#object(name)));
      return await Body?.transformToString();
    } catch (error) {
      if (error.name === "NoSuchKey") return undefined;
      throw s3Fault("--output", this.#bucket, error);
    }
  }

  /** @param {string} name @param {string} text */
  async writeOnce(name, text) {
    const ContentType = name.endsWith(".txt") ? "text/plain; charset=utf-8" : "application/json";
    try {
      await s3().send(
        new PutObjectCommand({ ...this.#object(name), Body: text, ContentType, IfNoneMatch: "*" }),
      );
      return true;
    } catch (error) {
      if (error.$metadata?.httpStatusCode === 412) return false;
      throw s3Fault("--output", this.#bucket, error);
    }
  }

  /** @param {string} prefix */
  async *names(prefix) {
    const start = `${this.#prefix}${prefix}`;
    try {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client: s3() },
        { Bucket: this.#bucket, Prefix: start },
      ))
        for (const { Key = "" } of Contents) yield Key.slice(this.#prefix.length);
    } catch (error) {
      throw s3Fault("--output", this.#bucket, error);
    }
  }

  /** @param {string} name */
  #object(name) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` };
  }
}
