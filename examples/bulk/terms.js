// The terms of a run: the file run.json in its output. Its SHA-256 is in Redis and in each job, so who can write to
// Redis alone, or to the output alone, cannot change them.
import { createHash, randomUUID } from "node:crypto";
import { Fault, refuse } from "./fault.js";
import { chunkOfPart, runName } from "./names.js";
import { openOutput, writeOrRead } from "./output.js";

/**
 * @typedef {object} Terms the content of run.json, which never changes
 * @property {string} id random: two runs never have the same terms
 * @property {string} run
 * @property {string} input
 * @property {number} linesPerChunk
 * @property {string} keyPairId
 * @property {string} dateLessThan ISO 8601
 * @property {string} [expiresIn] as it was given
 * @property {string} firstChunk SHA-256
 */

/** @typedef {import("./output.js").Output} Output */

/** @typedef {Terms & { sha256: string }} SettledTerms with the SHA-256 of the file */

/**
 * @param {Output} output
 * @returns {Promise<SettledTerms | undefined>} undefined if no run writes there
 */
async function readTerms(output) {
  const text = await output.read(runName);
  return text === undefined ? undefined : parseTerms(text, output.location);
}

const names = /** @type {const} */ (["id", "run", "input", "keyPairId", "dateLessThan", "firstChunk"]);

/** @param {string} text @param {string} location @returns {SettledTerms} */
function parseTerms(text, location) {
  const terms = parse(text);
  if (
    names.some((name) => typeof terms?.[name] !== "string") ||
    !Number.isSafeInteger(terms.linesPerChunk) ||
    Number.isNaN(Date.parse(terms.dateLessThan))
  )
    refuse("--output", `${runName} in ${location} is not that of a run; give another folder or prefix`);
  return { ...terms, sha256: createHash("sha256").update(text).digest("hex") };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes the terms, or compares them with those of an earlier `add`, which stay.
 * @param {Output} output
 * @param {Omit<Terms, "id">} given
 * @returns {Promise<SettledTerms>}
 */
export async function settleTerms(output, given) {
  const terms = (await readTerms(output)) ?? (await begin(output, given));
  const difference = differenceOf(terms, given);
  if (difference) throw new Fault(difference);
  return terms;
}

/** The terms of another `add`, if it was faster. @param {Output} output @param {Omit<Terms, "id">} given */
async function begin(output, given) {
  await refuseParts(output);
  const text = `${JSON.stringify({ id: randomUUID(), ...given }, undefined, 2)}\n`;
  return parseTerms(await writeOrRead(output, runName, text), output.location);
}

/** Parts without terms are those of another run, with another expiry or key. @param {Output} output */
async function refuseParts(output) {
  for await (const name of output.names("part-"))
    if (chunkOfPart(name) !== undefined)
      refuse(
        "--output",
        `${output.location} has ${name} of another run, and no ${runName}; give an empty folder or prefix`,
      );
}

/** @param {Terms} existing @param {Omit<Terms, "id">} given */
function differenceOf(existing, given) {
  const { run, linesPerChunk, keyPairId, dateLessThan, expiresIn, firstChunk } = existing;
  if (run !== given.run)
    return `--output: the run ${run} writes there; give another folder or prefix, or --run ${run} to resume it`;
  if (linesPerChunk !== given.linesPerChunk)
    return `--lines-per-chunk: the run began with ${linesPerChunk}; give ${linesPerChunk}, or another --output`;
  if (keyPairId !== given.keyPairId)
    return `CLOUDFRONT_KEY_PAIR_ID: the run began with ${keyPairId}, and this is ${given.keyPairId}; set the first, or give another --output`;
  if (expiresIn !== given.expiresIn || (!expiresIn && dateLessThan !== given.dateLessThan)) {
    const first = expiresIn ? `--expires-in ${expiresIn}` : `--date-less-than ${dateLessThan}`;
    return `${given.expiresIn ? "--expires-in" : "--date-less-than"}: the run began with ${first}; give that, or another --output`;
  }
  if (firstChunk !== given.firstChunk)
    return "--input: the input is not the one that the run began with; give that one, or another --output";
  return undefined;
}

/**
 * The output and the terms of a run, as Redis names them.
 * @param {string} location
 * @param {string} sha256 of the terms
 */
export async function openRun(location, sha256) {
  const output = await openOutput(location);
  const terms = await readTerms(output);
  if (terms === undefined)
    refuse(
      "--output",
      `${location} has no ${runName} here; workers on several machines need a shared folder, or s3://`,
    );
  if (terms.sha256 !== sha256)
    refuse(
      "--output",
      `${runName} in ${location} is not the one that add has written; restore it, or begin a new run with another --output and --run`,
    );
  return { output, terms };
}
