// cold.mjs WHO: milliseconds of each step from the start of a process to its first signatures. WHO is raw
// (crypto.subtle alone) or ours. The last line is JSON.
import process from "node:process";
import { consume } from "./consume.mjs";
import { cannedPolicy, derOf, readFixture, rsaAlgorithm, urlList } from "./fixture.mjs";

const { keyPairId, dateLessThan, rsa, rsaPublic } = await readFixture();
const urls = urlList(100);
const [first = ""] = urls;
/** @type {Record<string, number>} */
const steps = {};
let since = performance.now();
/** @param {string} step */
const mark = (step) => {
  const now = performance.now();
  steps[step] = now - since;
  since = performance.now();
};

/** @type {unknown[]} */
const made = [];
/** @param {unknown} one */
const take = (one) => {
  consume(one);
  made.push(one);
};

/** @type {Record<string, () => Promise<void>>} */
const ways = {
  raw: async () => {
    const { subtle } = crypto;
    mark("crypto.subtle");
    const der = derOf(rsa);
    mark("read the key");
    const key = await subtle.importKey("pkcs8", der, rsaAlgorithm, false, ["sign"]);
    const encoder = new TextEncoder();
    /** @param {string} url */
    const sign = (url) => subtle.sign(rsaAlgorithm, key, encoder.encode(cannedPolicy(url, dateLessThan)));
    take(await sign(first));
    mark("import it, first signature");
    for (const one of await Promise.all(urls.map(sign))) take(one);
    mark("100 signatures at once");
  },
  ours: async () => {
    const { createCloudFrontSigner } = await import("cloudfront-sign-webcrypto");
    mark("load the package");
    // The first access to it loads much of Node.js, in every program.
    consume(crypto.subtle);
    mark("crypto.subtle");
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    mark("read the key");
    take(await signer.signUrl(first, { dateLessThan }));
    mark("import it, first signature");
    for (const one of await Promise.all(urls.map((url) => signer.signUrl(url, { dateLessThan })))) take(one);
    mark("100 signatures at once");
  },
};
const way = ways[process.argv[2] ?? ""];
if (!way) throw new Error(`no "${process.argv[2]}"; there are: ${Object.keys(ways).join(", ")}`);
since = performance.now();
await way();
// Only now: an earlier check would warm up what it measures.
const { verifyRaw, verifyUrl } = await import("./verify.mjs");
for (const [i, one] of made.entries()) {
  const url = i === 0 ? first : /** @type {string} */ (urls[i - 1]);
  /** @type {import("./verify.mjs").Claim} */
  const claim = { url, keyPairId, dateLessThan, publicKey: rsaPublic, hash: "SHA1" };
  if (process.argv[2] === "raw") verifyRaw(one, cannedPolicy(url, dateLessThan), claim);
  else verifyUrl(one, claim);
}
if (made.length !== urls.length + 1) throw new Error(`${made.length} signatures of ${urls.length + 1}`);
console.log(JSON.stringify(steps));
