// growth.mjs MODE COUNT: signs COUNT URLs in one way, in a process of its own, and prints the time per URL
// and the peak memory.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed, consume } from "./consume.mjs";
import { readFixture, urlList } from "./fixture.mjs";
import { figure } from "./stats.mjs";
import { claimOf, verifyUrl } from "./verify.mjs";

const [mode = "", count = 1] = [process.argv[2], Number(process.argv[3])];
const fixture = await readFixture();
const { keyPairId, dateLessThan, resource, rsa, ec } = fixture;
const terms = { dateLessThan };
const signer = createCloudFrontSigner({ keyPairId, privateKey: ec });
const grant = await createCloudFrontSigner({ keyPairId, privateKey: rsa }).grant({ resource, dateLessThan });

// The same thousand again and again: making a million strings would be part of the measurement, and takes as
// long as a grant's URL.
const pool = urlList(1_000);
/** @param {number} i */
const pick = (i) => /** @type {string} */ (pool[i % pool.length]);
/** @param {number} size */
function* urls(size) {
  for (let i = 0; i < size; i++) yield pick(i);
}

/**
 * Each passes every URL on, as to a response or a file.
 * @type {Record<string, (size: number, take: (url: string) => unknown) => unknown>}
 */
const modes = {
  signUrls: async (size, take) => {
    for await (const url of signer.signUrls(urls(size), terms)) take(url);
  },
  grant: (size, take) => {
    for (const url of urls(size)) take(grant.signUrl(url));
  },
  "Promise.all": async (size, take) => {
    for (const url of await Promise.all(Array.from(urls(size), (url) => signer.signUrl(url, terms))))
      take(url);
  },
};
const work = modes[mode];
if (!work) throw new Error(`no mode "${mode}"; there are: ${Object.keys(modes).join(", ")}`);

/** Microseconds per URL. @type {number[]} */
const times = [];
let taken = 0;
let last = "";
let since = 0;
const part = Math.max(1000, count / 20);

/** @param {string} url */
const take = (url) => {
  last = url;
  consume(url);
  if (++taken % part !== 0) return;
  const now = performance.now();
  times.push(((now - since) * 1000) / part);
  since = now;
};

// Each part of a long stream is a measurement. A short stream, or a mode that makes all URLs at once, is one
// measurement.
const isWhole = count < 10_000 || mode === "Promise.all";
/** @param {string} made @param {string} url */
const verify = (made, url) =>
  verifyUrl(made, claimOf(fixture, url, mode === "grant" ? { isGrant: true } : { isEc: true }));
/** @type {string[]} */
const made = [];
await work(100, (url) => void made.push(url));
for (const [i, url] of pool.slice(0, 100).entries()) verify(made[i] ?? "", url);

// Warm up first: a job of a million URLs runs warm for nearly all of its time.
const warm = performance.now();
while (performance.now() - warm < 500) await work(1_000, take);
times.length = 0;
const start = performance.now();
let rounds = 0;
do {
  taken = 0;
  since = performance.now();
  const before = since;
  await work(count, take);
  if (taken !== count) throw new Error(`${mode} made ${taken} of ${count}`);
  if (isWhole) times.splice(rounds, times.length, ((performance.now() - before) * 1000) / count);
  rounds++;
} while (isWhole && rounds < 200 && performance.now() - start < 400);
// Include the end, with everything that is in flight.
verify(last, pick(count - 1));
checkConsumed();
console.log(
  JSON.stringify({ microseconds: figure(times), peakBytes: process.resourceUsage().maxRSS * 1024 }),
);
