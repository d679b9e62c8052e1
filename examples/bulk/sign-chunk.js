import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";

/** Errors of one line. Every other error, such as one of the key, would be that of each line. */
const ofLine = /^ERR_(URL|RESOURCE)_/;

/**
 * Signs the lines of a chunk. Empty lines give nothing.
 * @param {import("cloudfront-sign-webcrypto").CloudFrontSigner} signer
 * @param {{ firstLine: number, lines: import("./chunks.js").Chunk["lines"] }} chunk
 * @param {string} dateLessThan
 */
export async function signChunk(signer, { firstLine, lines }, dateLessThan) {
  /** @type {{ line: number, code: string, message: string }[]} */
  const rejected = [];
  /** @type {{ line: number, url: string }[]} */
  const readable = [];
  for (const [index, value] of lines.entries()) {
    if (typeof value !== "string") rejected.push({ line: firstLine + index, ...value });
    else if (value !== "") readable.push({ line: firstLine + index, url: value });
  }
  const urls = readable.map(({ url }) => url);
  /** @type {string[]} */
  const signed = [];
  let index = 0;
  for await (const result of signer.signUrls(urls, { dateLessThan }, { onError: "yield" })) {
    if (typeof result === "string") signed.push(result);
    else if (isCloudFrontSignError(result) && ofLine.test(result.code))
      rejected.push({ line: readable[index].line, code: result.code, message: result.message });
    else throw result;
    index += 1;
  }
  rejected.sort((one, other) => one.line - other.line);
  return { signed, rejected };
}

/** How many of the lines the output has, signed or rejected. @param {import("./chunks.js").Chunk["lines"]} lines */
export const countLines = (lines) => lines.filter((line) => line !== "").length;
