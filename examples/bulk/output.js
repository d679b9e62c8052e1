// Where signed URLs go: a folder or S3, with one interface.
import { FolderOutput } from "./output-folder.js";
import { S3Output } from "./output-s3.js";
import { isS3 } from "./s3.js";

/**
 * @typedef {object} Output
 * @property {string} location as it is written into Redis
 * @property {(name: string) => Promise<string | undefined>} read undefined if there is no such file
 * @property {(name: string, text: string) => Promise<boolean>} writeOnce writes the whole file or nothing, and
 * never replaces one: false if it existed
 * @property {(prefix: string) => AsyncIterable<string>} names of the files that begin with it, in any order
 * @property {() => Promise<void>} prepare creates the folder; removes what killed workers left
 */

/** @param {string} location @returns {Output} */
export const openOutput = (location) =>
  isS3(location) ? new S3Output(location) : new FolderOutput(location);
