// Checks one part against the lines of its chunk. It uses no code of the package.
import { hasTerms, isValidSignature, readSignedLine } from "@cloudfront-sign-webcrypto/testing/signed-line";

/**
 * @typedef {object} PartFault
 * @property {"torn" | "lost" | "doubled" | "moved" | "foreign" | "not signed" | "wrong terms" |
 * "wrong signature" | "wrong rejection" | "missing part" | "extra file"} kind
 * @property {string} where a file, and the number of a line in the input if it is known
 */

/** @typedef {{ signed: number, rejected: number[], faults: PartFault[] }} PartResult `rejected`: their numbers */

/**
 * The numbers of the rejected lines.
 * @param {string} text of the rejected file; empty if there is none
 * @param {string} file
 * @param {{ first: number, last: number }} chunk
 * @param {PartFault[]} faults
 */
function rejectedNumbers(text, file, { first, last }, faults) {
  /** @type {Set<number>} */
  const numbers = new Set();
  if (text === "") return numbers;
  if (!text.endsWith("\n")) faults.push({ kind: "torn", where: file });
  for (const row of text.split("\n").filter(Boolean)) {
    try {
      const { line, code, message } = JSON.parse(row);
      const isRight =
        line >= first && line <= last && typeof code === "string" && typeof message === "string";
      if (!isRight || numbers.has(line))
        faults.push({ kind: "wrong rejection", where: `${file}, line ${line}` });
      numbers.add(line);
    } catch {
      faults.push({ kind: "wrong rejection", where: file });
    }
  }
  return numbers;
}

/**
 * @param {object} part
 * @param {string} part.name its file's
 * @param {string} part.text
 * @param {string} part.rejectedText empty if there is no file of rejected lines
 * @param {readonly string[]} part.lines of the input
 * @param {number} part.firstLine the number of the first of them in the whole input
 * @param {import("@cloudfront-sign-webcrypto/testing/signed-line").Terms} terms
 * @param {import("node:crypto").KeyObject} publicKey that of the terms, which takes time to read
 * @returns {PartResult}
 */
export function checkPart({ name, text, rejectedText, lines, firstLine }, terms, publicKey) {
  /** @type {PartFault[]} */
  const faults = [];
  const chunk = { first: firstLine, last: firstLine + lines.length - 1 };
  const rejected = rejectedNumbers(rejectedText, name.replace(".txt", ".rejected.jsonl"), chunk, faults);
  const expected = lines
    .map((url, i) => ({ url, number: firstLine + i }))
    .filter(({ url, number }) => url !== "" && !rejected.has(number));
  const numbers = new Map(expected.map(({ url, number }) => [url, number]));

  if (text !== "" && !text.endsWith("\n")) faults.push({ kind: "torn", where: name });
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  let signed = 0;
  /** @type {Set<string>} */
  const seen = new Set();
  for (const [at, row] of rows.entries()) {
    const line = readSignedLine(row);
    if (!line) {
      faults.push({ kind: "not signed", where: `${name}, row ${at + 1}` });
      continue;
    }
    const { url } = line;
    const number = numbers.get(url);
    if (number === undefined) {
      faults.push({ kind: "foreign", where: `${name}, row ${at + 1}` });
      continue;
    }
    const where = `${name}, line ${number}`;
    if (seen.has(url)) faults.push({ kind: "doubled", where });
    else if (expected[at]?.url !== url && rows.length === expected.length)
      faults.push({ kind: "moved", where });
    const isFirst = !seen.has(url);
    seen.add(url);
    if (!hasTerms(line, terms)) faults.push({ kind: "wrong terms", where });
    else if (!isValidSignature(line, publicKey)) faults.push({ kind: "wrong signature", where });
    else if (isFirst) signed++;
  }
  for (const { url, number } of expected)
    if (!seen.has(url)) faults.push({ kind: "lost", where: `${name}, line ${number}` });
  return { signed, rejected: [...rejected], faults };
}
