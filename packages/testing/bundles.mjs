// bundles.mjs FILE.tgz…: bundles the installed tarballs with the bundlers of users, for a browser, a Worker and
// Node.js. No bundler may warn, no bundle for another target may use Node.js, and each must still sign and
// refuse. A bundle of all entry points has one copy of the core. Then it imports only what needs no key: the bundle must
// leave out the code for keys.
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, verify } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundlers } from "./bundles/bundlers.mjs";
import { forKeys, host, refused, targets, withoutKeys, withoutKeysEntry } from "./bundles/programs.mjs";
import { install } from "./pack.mjs";
import { run, runJobs } from "./run.mjs";
import * as oneCore from "./smoke/one-core.mjs";

const folder = mkdtempSync(join(tmpdir(), "bundles-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");

/** @typedef {import("./bundles/bundlers.mjs").Target} Target */

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" });

let passed = 0;
let failed = 0;
/** @param {string} label @param {() => Promise<string[]>} check its problems */
const step = (label, check) => async () => {
  const problems = await check().catch((/** @type {Error} */ error) => [error.stack ?? String(error)]);
  if (problems.length === 0) passed++;
  else failed++;
  if (problems.length > 0) console.log(`FAIL ${label}\n${problems.join("\n")}`);
};

/** @param {string} bundler @param {Target} target @param {string} entry */
async function bundled(bundler, target, entry) {
  const out = join(folder, randomUUID());
  mkdirSync(out);
  const file = join(app, `${createHash("sha256").update(entry).digest("hex").slice(0, 8)}.mjs`);
  writeFileSync(file, entry);
  const warnings = (await bundlers[bundler]?.(file, target, out)) ?? [];
  const bundle = join(out, "bundle.mjs");
  return {
    bundle,
    text: readFileSync(bundle, "utf8"),
    problems: warnings.map((warning) => `a warning: ${warning}`),
  };
}

/** @param {string} signedUrl @returns {boolean} whether Node.js's own crypto verifies it */
function verifies(signedUrl) {
  const [, resource, expires, signature = ""] =
    /^(.*)\?Expires=(\d+)&Signature=([\w~-]+)&/.exec(signedUrl) ?? [];
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const bytes = Buffer.from(signature.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/"), "base64");
  return verify(
    "SHA256",
    Buffer.from(policy),
    createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
    bytes,
  );
}

/** @param {string} bundler @param {Target} target */
async function works(bundler, target) {
  const { bundle, text, problems } = await bundled(bundler, target, targets[target].entry);
  const nodeOnly =
    target === "node" ? [] : (text.match(/\bnode:\w+|\b(?:Buffer|process|require)\s*[.([]/g) ?? []);
  problems.push(...nodeOnly.map((found) => `${found} is in it`));
  // The control of what shakes() looks for.
  problems.push(...forKeys.filter((word) => !text.includes(word)).map((word) => `lacks ${word}`));
  const urls = [`${host}/a b.mp4`, ...refused.map(([url]) => url)];
  const script = `const [file, id, key, keyFile, urls] = ${JSON.stringify([`file://${bundle}`, "K2JCJMDEHXQW5F", pem, join(folder, "key.pem"), urls])};
${targets[target].ask}
console.log(JSON.stringify(answers));`;
  const { status, stdout, output } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  if (status !== 0) return [...problems, output];
  const [signed, ...codes] = JSON.parse(stdout);
  if (!signed.startsWith(`${host}/a%20b.mp4?`) || !verifies(signed)) problems.push(`not signed: ${signed}`);
  for (const [i, [url, code]] of refused.entries())
    if (codes[i] !== code) problems.push(`${JSON.stringify(url)} gave ${codes[i]}, not ${code}`);
  return problems;
}

/** @param {string} bundler */
async function hasOneCore(bundler) {
  const { bundle, problems } = await bundled(bundler, "node", oneCore.importing);
  const script = `await (await import(${JSON.stringify(`file://${bundle}`)})).done;`;
  const { status, output } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return status === 0 ? problems : [...problems, output];
}

/** @param {string} bundler */
async function shakes(bundler) {
  const { text, problems } = await bundled(bundler, "browser", withoutKeysEntry);
  if (!/\bexport\b/.test(text)) problems.push("it exports nothing");
  const unneeded = forKeys.filter((word) => text.includes(word));
  return [...problems, ...unneeded.map((word) => `has ${word}, which it does not need`)];
}

await install(process.argv.slice(2), app);
writeFileSync(join(folder, "key.pem"), pem);
const names = Object.keys(bundlers);
await runJobs(
  names.flatMap((bundler) => [
    .../** @type {Target[]} */ (Object.keys(targets)).map((target) =>
      step(`${bundler} for ${target}`, () => works(bundler, target)),
    ),
    step(`${bundler}, all entry points`, () => hasOneCore(bundler)),
    step(`${bundler}, only ${withoutKeys.join(", ")}`, () => shakes(bundler)),
  ]),
  2,
);
console.log(`bundles of the tarballs: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
