// Checks signed lines against the URLs that were to be signed, with node:crypto and no code of the package.
import { createPublicKey } from "node:crypto";
import { hasTerms, isValidSignature, readSignedLine } from "../signed-line.mjs";

/**
 * @param {readonly string[]} urls that were to be signed, each once
 * @param {Iterable<string> | AsyncIterable<string>} lines
 * @param {import("../signed-line.mjs").Terms} terms of all lines
 * @returns {Promise<{ signed: number, lost: number, twice: number, wrong: number, isInOrder: boolean }>}
 * `wrong` counts lines that are not a valid signed URL of the input
 */
export async function checkLines(urls, lines, terms) {
  const key = createPublicKey(terms.publicKey);
  const numbers = new Map(urls.map((url, i) => [url, i]));
  if (numbers.size !== urls.length)
    throw new Error("a URL of the input occurs twice: that would prove nothing");
  const seen = new Uint8Array(urls.length);
  let [signed, twice, wrong, last, isInOrder] = [0, 0, 0, -1, true];
  for await (const text of lines) {
    const line = readSignedLine(text);
    const number = line && numbers.get(line.url);
    if (line === undefined || number === undefined || !hasTerms(line, terms) || !isValidSignature(line, key))
      wrong++;
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
