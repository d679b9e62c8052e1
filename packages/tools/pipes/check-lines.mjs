// Checks signed lines against the URLs that were to be signed, with node:crypto and no code of the package.
import { createPublicKey, verify } from "node:crypto";

const signedLine =
  /^(?<url>.*)[?&]Expires=(?<expires>\d+)&Signature=(?<signature>[\w~-]+)&Key-Pair-Id=(?<id>\w+)(?:&Hash-Algorithm=(?<hash>SHA\d+))?$/;

/** @param {string} text CloudFront's base64 */
const decode = (text) =>
  Buffer.from(text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"), "base64");

/** @typedef {{ publicKey: string, keyPairId: string, dateLessThan: number }} Terms of all lines */

/**
 * @param {readonly string[]} urls that were to be signed, each once
 * @param {Iterable<string> | AsyncIterable<string>} lines
 * @param {Terms} terms
 * @returns {Promise<{ signed: number, lost: number, twice: number, wrong: number, isInOrder: boolean }>}
 * `wrong` counts lines that are no valid signed URL of the input
 */
export async function checkLines(urls, lines, { publicKey, keyPairId, dateLessThan }) {
  const key = createPublicKey(publicKey);
  const numbers = new Map(urls.map((url, i) => [url, i]));
  if (numbers.size !== urls.length)
    throw new Error("a URL of the input occurs twice: that would prove nothing");
  const seen = new Uint8Array(urls.length);
  let [signed, twice, wrong, last, isInOrder] = [0, 0, 0, -1, true];
  for await (const line of lines) {
    const { url = "", expires, signature = "", id, hash = "SHA1" } = signedLine.exec(line)?.groups ?? {};
    const number = numbers.get(url);
    const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${dateLessThan}}}}]}`;
    const isValid =
      number !== undefined &&
      Number(expires) === dateLessThan &&
      id === keyPairId &&
      verify(hash, Buffer.from(policy), key, decode(signature));
    if (!isValid) wrong++;
    else if (seen[number]) twice++;
    else {
      seen[number] = 1;
      signed++;
      isInOrder &&= number > last;
      last = number;
    }
  }
  return { signed, lost: urls.length - signed, twice, wrong, isInOrder };
}
