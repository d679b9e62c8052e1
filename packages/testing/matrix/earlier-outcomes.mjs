// `npm test -- rest` compares its runs with those of the `npm test` before it, which it does not repeat.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../folders.mjs";

/** @typedef {import("./same-tests.mjs").Outcome & { library: import("./runs.mjs").Run["library"] }} Outcome */

const file = join(root, "node_modules/.cache/matrix/outcomes.json");

/** @param {readonly string[]} tarballs */
function keyOf(tarballs) {
  const hash = createHash("sha256");
  for (const tarball of tarballs) hash.update(readFileSync(tarball));
  return hash.digest("hex");
}

/** @param {readonly string[]} tarballs what was tested @param {Outcome[]} outcomes */
export function keepOutcomes(tarballs, outcomes) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ key: keyOf(tarballs), outcomes }));
}

/** Those of the same tarballs; none if there are none. @param {readonly string[]} tarballs @returns {Outcome[]} */
export function earlierOutcomes(tarballs) {
  try {
    const { key, outcomes } = JSON.parse(readFileSync(file, "utf8"));
    return key === keyOf(tarballs) ? outcomes : [];
  } catch {
    return [];
  }
}
