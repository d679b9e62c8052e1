// The soak in workerd: requests that sign fifty URLs each, several at a time. Signatures are checked with
// WebCrypto.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { testing } from "../folders.mjs";
import { serveWorker } from "../workerd/serve.mjs";
import { concurrency, loadsOf, numVersions, scenario } from "./result.mjs";

const perRequest = 50;

/** V8 prints a line for each, and workerd writes 4,096 bytes at a time. */
const numCollections = 60;

/** @param {number} numSignatures @param {boolean} hasWaitUntil */
const worker = (numSignatures, hasWaitUntil) => `
${hasWaitUntil ? 'import { waitUntil } from "cloudflare:workers";' : "const waitUntil = undefined;"}
import { makeKeyVersions, webCryptoCheck } from "${scenario}/key-versions.ts";
import { createSoak } from "${scenario}/soak.ts";

const unhandled = new Set();
addEventListener("unhandledrejection", ({ promise }) => unhandled.add(promise));
// Older compatibility dates report a rejection before the code that handles it has run.
addEventListener("rejectionhandled", ({ promise }) => unhandled.delete(promise));

let soak;
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/begin") {
      const versions = await makeKeyVersions(${numVersions});
      const check = await webCryptoCheck(versions);
      soak = createSoak({ seed: 15, versions, check, waitUntil, ...${JSON.stringify(loadsOf(numSignatures))} });
    }
    if (pathname === "/sign") await soak.sign(${perRequest});
    if (pathname === "/end") await soak.end();
    if (pathname === "/gc") for (let i = 0; i < ${numCollections}; i++) gc();
    return Response.json({ counts: soak.counts, faults: soak.faults(), unhandled: unhandled.size });
  },
};
`;

/**
 * @param {string} name of the variant
 * @param {boolean} hasWaitUntil
 * @param {import("./result.mjs").SoakSettings} settings
 * @returns {Promise<import("./result.mjs").SoakResult>}
 */
export async function soakWorkerd(name, hasWaitUntil, { alias, folder, numSignatures }) {
  const own = join(folder, `${name}-${hasWaitUntil}`);
  mkdirSync(own);
  const outfile = join(own, "worker.mjs");
  await build({
    stdin: { resolveDir: testing, contents: worker(numSignatures, hasWaitUntil), loader: "js" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    external: ["cloudflare:*"],
    alias,
  });
  /** @type {number[]} */
  const heap = [];
  let printed = "";
  const { origin, end } = await serveWorker(outfile, name, {
    v8Flags: ["--expose-gc", "--trace-gc"],
    onOutput: (text) => {
      printed += text;
    },
  });
  /** @param {string} path */
  const ask = async (path) => {
    const response = await fetch(origin + path);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const started = performance.now();
  try {
    let result = await ask("/begin");
    for (const part of [0.1, 0.5, 1]) {
      const send = async () => {
        while (result.counts.signatures < part * numSignatures) result = await ask("/sign");
      };
      await Promise.all(Array.from({ length: concurrency / 2 }, send));
      await ask("/end");
      printed = "";
      result = await ask("/gc");
      heap.push(await lastHeap(() => printed));
    }
    const { counts, faults, unhandled } = result;
    const seconds = (performance.now() - started) / 1000;
    return { counts, faults: { ...faults, unhandled }, unhandled, heap, seconds };
  } finally {
    end();
  }
}

/** The bytes that V8 had in use after its last collection of everything. @param {() => string} printed */
async function lastHeap(printed) {
  for (let i = 0; i < 50; i++) {
    const sizes = [...printed().matchAll(/Mark-Compact[^\n]*? -> ([\d.]+) \(/g)];
    if (sizes.length > 0) return Number(sizes.at(-1)?.[1]) * 2 ** 20;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Number.NaN;
}
