// `npm test -- rest` compares its runs with those of the `npm test` before it, which it does not repeat.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../folders.mjs";

/** @typedef {import("./same-tests.mjs").Outcome & { library: import("./runs.mjs").Run["library"] }} Outcome */

const file = join(root, "node_modules/.cache/matrix/outcomes.json");

/** @param {string} tarball */
const keyOf = (tarball) => createHash("sha256").update(readFileSync(tarball)).digest("hex");

/** @param {string} tarball what was tested @param {Outcome[]} outcomes */
export function keepOutcomes(tarball, outcomes) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ key: keyOf(tarball), outcomes }));
}

/** Those of the same tarball; none if there are none. @param {string} tarball @returns {Outcome[]} */
export function earlierOutcomes(tarball) {
  try {
    const { key, outcomes } = JSON.parse(readFileSync(file, "utf8"));
    return key === keyOf(tarball) ? outcomes : [];
  } catch {
    return [];
  }
}
