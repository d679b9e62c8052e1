// The bytes of the input: a file, standard input, or an object in S3.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { refuse } from "./fault.js";

/**
 * @param {string} input a path, `-` or s3://BUCKET/KEY
 * @returns {Promise<{ bytes: AsyncIterable<Buffer>, size: number | undefined }>}
 */
export async function openInput(input) {
  if (input === "-") {
    if (process.stdin.isTTY)
      refuse("--input", "standard input is the terminal; pipe a file into the command");
    return { bytes: process.stdin, size: undefined };
  }
  if (input.startsWith("s3://")) {
    const { readObject } = await import("./s3.js");
    return readObject(input);
  }
  const found = await stat(input).catch((error) =>
    refuse("--input", `${input} cannot be read (${error.code}); correct the path`),
  );
  if (found.isDirectory()) refuse("--input", `${input} is a folder; give a file with one URL per line`);
  return {
    bytes: createReadStream(input, { highWaterMark: 256 * 1024 }),
    size: found.isFile() ? found.size : undefined,
  };
}
