// A worker thread of program.mjs: signs blocks of lines, each with a signer of its own.
import { createPrivateKey, sign } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { cannedPolicy, readFixture } from "../fixture.mjs";
import { keyOf, signerOf } from "./signers.mjs";

/** @typedef {{ key: import("./signers.mjs").Key, by: import("./signers.mjs").By, isBare: boolean, lines: string }} Block */

const fixture = await readFixture();
const { dateLessThan } = fixture;
/** @type {Map<string, unknown>} */
const made = new Map();

/** @template T @param {string} name @param {() => T} make @returns {T} */
function once(name, make) {
  if (!made.has(name)) made.set(name, make());
  return /** @type {T} */ (made.get(name));
}

/** @param {Block} block */
async function signedLines({ key, by, lines }) {
  const signer = once(`${key} ${by}`, () => signerOf(fixture, key, by));
  const signed = [];
  for await (const url of signer.signUrls(lines.split("\n"), { dateLessThan })) signed.push(url);
  return signed.join("\n");
}

/** The signatures alone, of policies that were prepared before. @param {Block} block */
function bareSignatures({ key, lines }) {
  const { pem, hash } = keyOf(fixture, key);
  const privateKey = once(key, () => createPrivateKey(pem));
  const policies = once(lines, () =>
    lines.split("\n").map((url) => new TextEncoder().encode(cannedPolicy(url, dateLessThan))),
  );
  return policies.map((policy) => {
    const { buffer, byteOffset, length } = sign(hash, policy, { key: privateKey, dsaEncoding: "ieee-p1363" });
    return buffer.slice(byteOffset, byteOffset + length);
  });
}

parentPort?.on("message", async (/** @type {Block} */ block) => {
  parentPort?.postMessage(block.isBare ? bareSignatures(block) : await signedLines(block));
});
