// The soak in a runtime that runs a script: Node.js, Bun, Deno. Signatures are checked with node:crypto.
import { join } from "node:path";
import { build } from "esbuild";
import { testing } from "../folders.mjs";
import { run } from "../run.mjs";
import { concurrency, loadsOf, numVersions, scenario } from "./result.mjs";

/** @param {number} numSignatures */
const program = (numSignatures) => `
import { createPublicKey, verify } from "node:crypto";
import { makeKeyVersions } from "${scenario}/key-versions.ts";
import { createSoak } from "${scenario}/soak.ts";
import { clientRequest } from "./support/client.ts";

let unhandled = 0;
if (typeof Deno === "undefined") process.on("unhandledRejection", () => unhandled++);
else addEventListener("unhandledrejection", (event) => { unhandled++; event.preventDefault(); });

const versions = await makeKeyVersions(${numVersions});
const publicKeys = new Map(versions.map(({ keyPairId, publicKey }) => [keyPairId, createPublicKey(publicKey)]));
const check = (url) => {
  const { keyPairId, policy, signature, hashAlgorithm } = clientRequest(url);
  const base64 = signature.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
  const publicKey = publicKeys.get(keyPairId);
  return publicKey !== undefined && verify(hashAlgorithm, policy, publicKey, Buffer.from(base64, "base64"));
};
const heap = [];
const measure = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (typeof Bun === "undefined") for (let i = 0; i < 3; i++) gc();
  else Bun.gc(true);
  heap.push(typeof Bun === "undefined" ? process.memoryUsage().heapUsed : (await import("bun:jsc")).heapSize());
};
const started = performance.now();
const soak = createSoak({ seed: 15, versions, check, waitUntil: () => {}, ...${JSON.stringify(loadsOf(numSignatures))} });
for (const part of [0.1, 0.5, 1]) {
  const times = Math.ceil((part * ${numSignatures} - soak.counts.signatures) / ${concurrency});
  await Promise.all(Array.from({ length: ${concurrency} }, () => soak.sign(times)));
  await soak.end();
  await measure();
}
const seconds = (performance.now() - started) / 1000;
const faults = { ...soak.faults(), unhandled };
console.log(JSON.stringify({ counts: soak.counts, faults, unhandled, heap, seconds }));
`;

/**
 * @param {import("../runtimes.mjs").Runtime} host
 * @param {import("./result.mjs").SoakSettings} settings
 * @returns {Promise<import("./result.mjs").SoakResult>}
 */
export async function soakHost({ name, path, args, install }, { alias, folder, numSignatures }) {
  if (!path) throw new Error(`there is no ${name} here: ${install}`);
  const outfile = join(folder, "soak.mjs");
  await build({
    stdin: { resolveDir: testing, contents: program(numSignatures), loader: "js" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["bun:*"],
    alias,
  });
  const exposeGc = { bun: [], deno: ["--v8-flags=--expose-gc"] }[name] ?? ["--expose-gc"];
  const { status, stdout, output } = await run(path, [...args, ...exposeGc, outfile], { seconds: 1800 });
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}\n${output}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
