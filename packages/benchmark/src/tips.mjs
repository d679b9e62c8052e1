// tips.mjs WHAT [SECONDS]: the gain of a tip in docs/performance.md that no other measurement shows. The last
// line is JSON.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed, consume } from "./consume.mjs";
import { readFixture, urlAt, urlList } from "./fixture.mjs";
import { figure } from "./stats.mjs";
import { claimOf, verifyUrl } from "./verify.mjs";

const [what = "", seconds = 1] = [process.argv[2], Number(process.argv[3] ?? 1)];
const fixture = await readFixture();
const { keyPairId, dateLessThan, rsa, ec } = fixture;
const urls = urlList(64);

/**
 * Microseconds per URL.
 * @param {() => Promise<string[]>} work signs all the URLs
 * @param {number} [end] the expiry
 */
async function time(work, end = dateLessThan) {
  for (const [i, made] of (await work()).entries())
    verifyUrl(made, { ...claimOf(fixture, urlAt(i)), dateLessThan: end });
  const times = [];
  const start = performance.now();
  do {
    const before = performance.now();
    consume(await work());
    times.push(((performance.now() - before) * 1000) / urls.length);
  } while (times.length < 6 || performance.now() - start < seconds * 1000);
  checkConsumed();
  return figure(times);
}

const hour = 3_600_000;
/** The start of an hour. */
const noon = Math.floor(Date.now() / hour) * hour;
const windowed = /** @type {const} */ ({ expiresIn: "1h", cacheWindow: "1h" });

/** @type {Record<string, () => Promise<unknown>>} */
const experiments = {
  // With the UV_THREADPOOL_SIZE that Node.js read when it started.
  parallel: async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    return time(() => Promise.all(urls.map((url) => signer.signUrl(url, { dateLessThan }))));
  },
  concurrency: async () => {
    const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
    /** @type {Record<string, unknown>} */
    const results = {};
    for (const concurrency of [1, 2, 8, 64]) {
      results[concurrency] = await time(async () => {
        const made = [];
        for await (const url of signer.signUrls(urls, { dateLessThan }, { concurrency })) made.push(url);
        return made;
      });
    }
    return results;
  },
  // The images of a page, for several viewers in the same window.
  memo: async () => {
    const options = { keyPairId, privateKey: rsa, now: () => new Date(noon + 1) };
    const page = (/** @type {ReturnType<typeof createCloudFrontSigner>} */ signer) =>
      time(() => Promise.all(urls.map((url) => signer.signUrl(url, windowed))), (noon + 2 * hour) / 1000);
    return {
      without: await page(createCloudFrontSigner(options)),
      with: await page(createCloudFrontSigner({ ...options, signatureCacheSize: 1000 })),
    };
  },
  // This counts instead of timing: the different URLs of one image in an hour with a request every ten
  // seconds, and how many of 100 images change their URL between two of these requests.
  window: async () => {
    let now = noon;
    const options = { keyPairId, now: () => new Date(now) };
    const signer = createCloudFrontSigner({ ...options, privateKey: rsa, signatureCacheSize: 1000 });
    const p256 = createCloudFrontSigner({ ...options, privateKey: ec });
    const remembering = createCloudFrontSigner({ ...options, privateKey: ec, signatureCacheSize: 1000 });
    const requests = 360;
    /** @param {typeof signer} by @param {import("cloudfront-sign-webcrypto").SignUrlOptions} terms */
    const different = async (by, terms) => {
      const seen = new Set();
      for (let request = 0; request < requests; request++) {
        now = noon + request * 10_000;
        seen.add(await by.signUrl(urlAt(1), terms));
      }
      return seen.size;
    };
    /** @param {{ staggerWindows?: boolean }} more */
    const together = async (more) => {
      /** @type {string[]} */
      let before = [];
      let most = 0;
      for (let request = 0; request < requests; request++) {
        now = noon + request * 10_000;
        const made = await Promise.all(
          urlList(100).map((url) => signer.signUrl(url, { ...windowed, ...more })),
        );
        if (before.length) most = Math.max(most, made.filter((url, i) => url !== before[i]).length);
        before = made;
      }
      return most;
    };
    return {
      requests,
      without: await different(signer, { expiresIn: "1h" }),
      with: await different(signer, windowed),
      p256: { without: await different(p256, windowed), with: await different(remembering, windowed) },
      together: {
        images: 100,
        without: await together({}),
        with: await together({ staggerWindows: true }),
      },
    };
  },
};
const experiment = experiments[what];
if (!experiment)
  throw new Error(`no experiment "${what}"; there are: ${Object.keys(experiments).join(", ")}`);
console.log(JSON.stringify(await experiment()));
