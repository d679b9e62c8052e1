// cold.mjs WHO [alone]: milliseconds until the package is loaded, and until the first signed URL of a process. WHO is raw
// (crypto.subtle alone), empty (the same, after an empty package) or ours. The last line is JSON. With `alone` the
// process ends at that URL, for first-url.mjs.
import process from "node:process";
import { consume } from "./consume.mjs";
import { cannedPolicy, derOf, readFixture, rsaAlgorithm, urlAt } from "./fixture.mjs";

const fixture = await readFixture();
const { keyPairId, dateLessThan, rsa } = fixture;
const url = urlAt(0);
/** Stays so without a package. */
let loaded = Number.NaN;

/** @type {Record<string, () => Promise<unknown>>} */
const ways = {
  raw: async () => {
    const key = await crypto.subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
    return crypto.subtle.sign(rsaAlgorithm, key, new TextEncoder().encode(cannedPolicy(url, dateLessThan)));
  },
  empty: async () => {
    const made = "../out/first-url/empty.mjs";
    consume(await import(made));
    return ways.raw?.();
  },
  ours: async () => {
    const { createCloudFrontSigner } = await import("cloudfront-sign-webcrypto");
    loaded = performance.now();
    return createCloudFrontSigner({ keyPairId, privateKey: rsa }).signUrl(url, { dateLessThan });
  },
};
const way = ways[process.argv[2] ?? ""];
if (!way) throw new Error(`no "${process.argv[2]}"; there are: ${Object.keys(ways).join(", ")}`);
const start = performance.now();
const made = await way();
consume(made);
const end = performance.now();
if (process.argv[3] === "alone") process.exit();
// Only now: an earlier check would warm up what it measures.
const { claimOf, verifyRaw, verifyUrl } = await import("./verify.mjs");
const claim = claimOf(fixture, url);
if (process.argv[2] === "ours") verifyUrl(made, claim);
else verifyRaw(made, cannedPolicy(url, dateLessThan), claim);
console.log(JSON.stringify({ load: loaded - start, all: end - start }));
