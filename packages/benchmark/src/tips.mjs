// tips.mjs WHAT [SECONDS]: what advice in docs/performance.md gains, where no other measurement says it. The last line is JSON.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { readFixture, urlAt, urlList } from "./fixture.mjs";
import { figure } from "./stats.mjs";

const [what = "", seconds = 1] = [process.argv[2], Number(process.argv[3] ?? 1)];
const { keyPairId, dateLessThan, rsa } = await readFixture();

/** Microseconds per URL. @param {() => Promise<number>} work gives how many it has signed */
async function time(work) {
  await work();
  const times = [];
  const start = performance.now();
  do {
    const before = performance.now();
    const count = await work();
    times.push(((performance.now() - before) * 1000) / count);
  } while (times.length < 6 || performance.now() - start < seconds * 1000);
  return figure(times);
}

/** @type {Record<string, () => Promise<unknown>>} */
const experiments = {
  // Whatever UV_THREADPOOL_SIZE is: read by Node.js when it starts.
  parallel: async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    const urls = urlList(64);
    return time(async () => (await Promise.all(urls.map((url) => signer.signUrl(url, { dateLessThan })))).length);
  },
  concurrency: async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    /** @type {Record<string, unknown>} */
    const results = {};
    for (const concurrency of [1, 2, 8, 64]) {
      results[concurrency] = await time(async () => {
        let count = 0;
        for await (const url of signer.signUrls(urlList(64), { dateLessThan }, { concurrency })) count += Number(url.length > 0);
        return count;
      });
    }
    return results;
  },
  // No time at all is measured here: how many different URLs an hour of requests for one image makes, one every ten seconds.
  window: async () => {
    let now = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa, now: () => new Date(now) });
    const [each, windowed] = [new Set(), new Set()];
    for (let request = 0; request < 360; request++, now += 10_000) {
      each.add(await signer.signUrl(urlAt(1), { expiresIn: "1h" }));
      windowed.add(await signer.signUrl(urlAt(1), { expiresIn: "1h", cacheWindow: "1h" }));
    }
    return { requests: 360, without: each.size, with: windowed.size };
  },
};
const experiment = experiments[what];
if (!experiment) throw new Error(`no experiment "${what}"; there are: ${Object.keys(experiments).join(", ")}`);
console.log(JSON.stringify(await experiment()));
