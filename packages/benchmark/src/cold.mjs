// cold.mjs WHO [alone]: milliseconds of each step from the start of a process to its first signed URL. WHO is raw
// (crypto.subtle alone), empty (the same, after an empty package) or ours. The last line is JSON. With `alone` the
// process ends at that URL, for first-url.mjs.
import process from "node:process";
import { consume } from "./consume.mjs";
import { cannedPolicy, derOf, readFixture, rsaAlgorithm, urlAt } from "./fixture.mjs";

const { keyPairId, dateLessThan, rsa, rsaPublic } = await readFixture();
const url = urlAt(0);
/** @type {Record<string, number>} */
const steps = {};
let since = performance.now();
/** @param {string} step */
const mark = (step) => {
  const now = performance.now();
  steps[step] = now - since;
  since = performance.now();
};

/** @type {Record<string, () => Promise<unknown>>} */
const ways = {
  raw: async () => {
    const { subtle } = crypto;
    mark("crypto.subtle");
    const der = derOf(rsa);
    mark("read the key");
    const key = await subtle.importKey("pkcs8", der, rsaAlgorithm, false, ["sign"]);
    return subtle.sign(rsaAlgorithm, key, new TextEncoder().encode(cannedPolicy(url, dateLessThan)));
  },
  empty: async () => {
    const made = "../out/first-url/empty.mjs";
    consume(await import(made));
    return ways.raw?.();
  },
  ours: async () => {
    const { createCloudFrontSigner } = await import("cloudfront-sign-webcrypto");
    mark("load the package");
    // The first access to it loads much of Node.js, in every program.
    consume(crypto.subtle);
    mark("crypto.subtle");
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    mark("read the key");
    return signer.signUrl(url, { dateLessThan });
  },
};
const way = ways[process.argv[2] ?? ""];
if (!way) throw new Error(`no "${process.argv[2]}"; there are: ${Object.keys(ways).join(", ")}`);
since = performance.now();
const made = await way();
consume(made);
mark("import it and sign");
if (process.argv[3] === "alone") process.exit();
// Only now: an earlier check would warm up what it measures.
const { verifyRaw, verifyUrl } = await import("./verify.mjs");
/** @type {import("./verify.mjs").Claim} */
const claim = { url, keyPairId, dateLessThan, publicKey: rsaPublic, hash: "SHA1" };
if (process.argv[2] === "ours") verifyUrl(made, claim);
else verifyRaw(made, cannedPolicy(url, dateLessThan), claim);
console.log(JSON.stringify(steps));
