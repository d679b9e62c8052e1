// Checks the output of examples/bulk, line by line, against its input. The lines of the input ascend, and each
// part must have the lines of its chunk in their order: so no line of the output occurs twice.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { inputChunks } from "./input.mjs";

/** @typedef {import("./check-part.mjs").PartFault} PartFault */

/**
 * @typedef {object} Checked
 * @property {number} lines of the input
 * @property {number} signed lines whose signature is valid, each counted once
 * @property {number} empty lines
 * @property {number} rejected
 * @property {Record<string, number>} faults how many of each kind
 * @property {PartFault[]} examples the first of the faults
 * @property {string[]} leftovers files that are neither a part nor the manifest, and that `part-*.txt` does not match
 */

/** @param {number} chunk */
const partName = (chunk) => `part-${String(chunk).padStart(6, "0")}.txt`;

/** Files that a user takes for output, and others that nobody needs. @param {string} output @param {number} chunks */
function otherFiles(output, chunks) {
  const names = readdirSync(output);
  /** @param {string} name */
  const isExpected = (name) => {
    const number = Number(/^part-(\d{6})(?:\.txt|\.rejected\.jsonl)$/.exec(name)?.[1] ?? Number.NaN);
    return ["run.json", "input.json", "public-key.pem"].includes(name) || number < chunks;
  };
  const others = names.filter((name) => !isExpected(name));
  return {
    extra: others.filter((name) => name.startsWith("part-") && /\.(txt|jsonl)$/.test(name)),
    leftovers: others.filter((name) => !(name.startsWith("part-") && /\.(txt|jsonl)$/.test(name))),
  };
}

/**
 * @param {object} run
 * @param {string} run.input a file; without empty lines its lines must ascend
 * @param {string} run.output a folder
 * @param {number} run.linesPerChunk
 * @param {import("@cloudfront-sign-webcrypto/testing/signed-line").Terms} run.terms
 * @param {(line: number) => boolean} [run.mustReject] whether this line of the input, which is not empty, cannot be
 * signed; all can unless given
 * @returns {Promise<Checked>}
 */
export async function checkOutput({ input, output, linesPerChunk, terms, mustReject = () => false }) {
  /** @type {Checked} */
  const checked = { lines: 0, empty: 0, signed: 0, rejected: 0, faults: {}, examples: [], leftovers: [] };
  /** @param {readonly PartFault[]} found */
  const count = (found) => {
    for (const fault of found) {
      checked.faults[fault.kind] = (checked.faults[fault.kind] ?? 0) + 1;
      if (checked.examples.length < 20) checked.examples.push(fault);
    }
  };
  /**
   * Lines that are rejected though they can be signed, or the other way round.
   * @param {{ name: string, lines: string[], firstLine: number }} chunk
   * @param {ReadonlySet<number>} rejected
   * @returns {PartFault[]}
   */
  const wrongRejections = ({ name, lines, firstLine }, rejected) =>
    lines
      .map((line, i) => ({ line, number: firstLine + i }))
      .filter(({ line, number }) => line !== "" && rejected.has(number) !== mustReject(number))
      .map(({ number }) => ({ kind: "wrong rejection", where: `${name}, line ${number}` }));
  const chunks = inputChunks(input, linesPerChunk);
  let numChunks = 0;
  let before = "";
  // An asynchronous generator answers one at a time: the threads share it.
  const next = async () => {
    const { value: lines } = await chunks.next();
    if (!lines) return undefined;
    for (const line of lines) {
      if (line === "") checked.empty++;
      else if (line <= before)
        throw new Error(`the lines of ${input} do not ascend: the order would prove nothing`);
      else before = line;
    }
    const message = { name: partName(numChunks++), lines, firstLine: checked.lines + 1 };
    checked.lines += lines.length;
    return message;
  };
  const thread = async () => {
    const worker = new Worker(new URL("./check-thread.mjs", import.meta.url), {
      workerData: { output, terms },
    });
    try {
      for (let message = await next(); message; message = await next()) {
        worker.postMessage(message);
        const [{ signed, rejected, faults }] = await once(worker, "message");
        checked.signed += signed;
        checked.rejected += rejected.length;
        count(faults);
        const missing = faults.some((/** @type {PartFault} */ { kind }) => kind === "missing part");
        if (!missing) count(wrongRejections(message, new Set(rejected)));
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, thread));
  const { extra, leftovers } = otherFiles(output, numChunks);
  count(extra.map((name) => ({ kind: "extra file", where: name })));
  checked.leftovers = leftovers;
  return checked;
}
