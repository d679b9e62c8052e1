// The tests that run in every runtime: those of the libraries, and those of several libraries at once.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";

/**
 * How the paths of tests begin whose subject are the texts of messages and findings, besides each `messages.test.ts`. They
 * run in one Node.js, and in one runtime with another engine. What depends on bytes, keys, URLs, streams, timers or cookies
 * is not one of them.
 */
const words = [
  "packages/diagnosis/test/",
  "packages/core/test/options/option-names.test.ts",
  "packages/media/test/manifest/attacks.test.ts",
  "packages/media/test/manifest/dash/addresses.test.ts",
  "packages/media/test/manifest/hls/attacks.test.ts",
];

/** Each entry point of the diagnosis in every runtime. */
const diagnosis = ["explain/explain", "doctor/doctor", "logs/formats"].map(
  (name) => `packages/diagnosis/test/${name}.test.ts`,
);

/** @param {string} file from the top level, with slashes */
export const isOfWords = (file) =>
  file.endsWith("/messages.test.ts") ||
  (words.some((start) => file.startsWith(start)) && !diagnosis.includes(file));

/**
 * Their paths from the top level. The matrix sets `WITHOUT_WORDS` for runtimes that leave out the tests of words.
 * @param {{ WITHOUT_WORDS?: string }} [env]
 */
export function portableTests({ WITHOUT_WORDS } = process.env) {
  const ofLibraries = ["core", "media", "diagnosis"].flatMap((name) => testsBelow(`packages/${name}/test`));
  return [...ofLibraries, ...testsIn("packages/integration/libraries")].filter(
    (file) => !(WITHOUT_WORDS && isOfWords(file)),
  );
}

/** @param {string} folder */
const entriesOf = (folder) => readdirSync(join(root, folder), { withFileTypes: true });

/** @param {string} folder */
const testsIn = (folder) =>
  entriesOf(folder)
    .filter(({ name }) => name.endsWith(".test.ts"))
    .map(({ name }) => `${folder}/${name}`);

/** Without those of Node.js alone. @param {string} folder @returns {string[]} */
const testsBelow = (folder) => [
  ...testsIn(folder),
  ...entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !["node", "node_modules"].includes(entry.name))
    .flatMap(({ name }) => testsBelow(`${folder}/${name}`)),
];
