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
    if (typeof value !== "string")
      rejected.push({ line: firstLine + index, code: value.code, message: value.message });
    else if (value !== "") readable.push({ line: firstLine + index, url: value });
  }
  const results = signer.signUrls(
    readable.map(({ url }) => url),
    { dateLessThan },
    { onError: "yield" },
  );
  /** @type {string[]} */
  const signed = [];
  for (const { line } of readable) {
    const { value: result } = await results.next();
    if (typeof result === "string") signed.push(result);
    else if (isCloudFrontSignError(result) && ofLine.test(result.code))
      rejected.push({ line, code: result.code, message: result.message });
    else throw result;
  }
  rejected.sort((one, other) => one.line - other.line);
  return { signed, rejected };
}

/** How many of the lines the output has, signed or rejected. @param {import("./chunks.js").Chunk["lines"]} lines */
export const countLines = (lines) => lines.filter((line) => line !== "").length;
