// A thread of check-output.mjs: reads and checks one part for each message.
import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { checkPart } from "./check-part.mjs";

/** @type {{ output: string, terms: import("@cloudfront-sign-webcrypto/testing/signed-line").Terms }} */
const { output, terms } = workerData;
const publicKey = createPublicKey(terms.publicKey);

/** @param {string} name */
const readIfThere = (name) => {
  const file = join(output, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};

parentPort?.on("message", ({ name, lines, firstLine }) => {
  const text = readIfThere(name);
  const rejectedText = readIfThere(name.replace(".txt", ".rejected.jsonl")) ?? "";
  parentPort?.postMessage(
    text === undefined
      ? { signed: 0, rejected: [], faults: [{ kind: "missing part", where: name }] }
      : checkPart({ name, text, rejectedText, lines, firstLine }, terms, publicKey),
  );
});
