// Where signed URLs go: a folder or S3, with one interface.
import { refuse } from "./fault.js";
import { FolderOutput } from "./output-folder.js";

/**
 * @typedef {object} Output
 * @property {string} location as it is written into Redis
 * @property {(name: string) => Promise<string | undefined>} read undefined if no file has the name
 * @property {(name: string, text: string) => Promise<boolean>} writeOnce writes the whole file or nothing, and
 * never replaces one: false if it existed
 * @property {(prefix: string) => AsyncIterable<string>} names of the files that begin with it, in any order
 * @property {() => Promise<void>} prepare creates the folder; removes what killed workers left
 */

/** The SDK is loaded only for S3. @param {string} location @returns {Promise<Output>} */
export async function openOutput(location) {
  if (!location.startsWith("s3://")) return new FolderOutput(location);
  const { S3Output } = await import("./output-s3.js");
  return new S3Output(location);
}

/**
 * Writes a file that another process may write at the same time.
 * @param {Output} output
 * @param {string} name
 * @param {string} text
 * @returns {Promise<string>} what the file has now
 */
export async function writeOrRead(output, name, text) {
  if (await output.writeOnce(name, text)) return text;
  return (
    (await output.read(name)) ??
    refuse(
      "--output",
      `${name} in ${output.location} is not a file that can be read; delete it, and run the command again`,
    )
  );
}
