// program.mjs SECONDS ROUNDS VARIANTS: signs with both keys, in the main thread and in worker threads, as the
// JSON of the variants says. The variants take turns. The last line is JSON.
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { checkConsumed, consume } from "../consume.mjs";
import { cannedPolicy, derOf, readFixture, urlList } from "../fixture.mjs";
import { verifyRaw, verifyUrl } from "../verify.mjs";
import { keyOf, keys, signerOf } from "./signers.mjs";

/** @typedef {import("./signers.mjs").Key} Key */
/** @typedef {import("./signers.mjs").By} By */
/** @typedef {{ workers: number, by: By, isBare: boolean }} Variant workers: 0 is the main thread */
/**
 * @typedef {object} Sample
 * @property {number} urls
 * @property {number} seconds
 * @property {number} cpu user and system time of the process, microseconds
 * @property {number} [main] of it the main thread's
 * @property {number} [threads] that had more than a fiftieth of it, without the main thread
 */
/** @typedef {Variant & { key: Key, samples: Sample[] }} Measured */

const [seconds, rounds] = [Number(process.argv[2]), Number(process.argv[3])];
/** @type {Variant[]} */
const variants = JSON.parse(process.argv[4] ?? "[]");

const fixture = await readFixture();
const { keyPairId, dateLessThan } = fixture;
const pool = urlList(1000);
const threads = Array.from(
  { length: Math.max(0, ...variants.map(({ workers }) => workers)) },
  () => new Worker(new URL("thread.mjs", import.meta.url)),
);

/** Microseconds on a processor, by thread; empty where there is no such file system. */
function threadTimes() {
  /** @type {Map<string, number>} */
  const times = new Map();
  try {
    for (const thread of readdirSync("/proc/self/task"))
      times.set(
        thread,
        Number(readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1000,
      );
  } catch {
    // A thread that has just ended, or another system.
  }
  return times;
}

/** At least 20. @param {number} until */
function* urlsUntil(until) {
  for (let i = 0; i < 20 || performance.now() < until; i++)
    yield/** @type {string} */ (pool[i % pool.length]);
}

/**
 * Signs until then, and returns how many. `take` gets each output or block of outputs, and the place of its first
 * URL in the pool.
 * @typedef {(until: number, take: (made: unknown, place: number) => void) => Promise<number>} Work
 */

/** @param {Key} key @returns {Work} */
function signUrls(key) {
  const signer = signerOf(fixture, key, "WebCrypto");
  return async (until, take) => {
    let urls = 0;
    for await (const url of signer.signUrls(urlsUntil(until), { dateLessThan })) {
      take(url, urls++ % pool.length);
    }
    return urls;
  };
}

/** The operation alone, with as many in progress as signUrls has. @param {Key} key @returns {Promise<Work>} */
async function bareSubtle(key) {
  const { pem, algorithm } = keyOf(fixture, key);
  const { subtle } = globalThis.crypto;
  const cryptoKey = await subtle.importKey("pkcs8", derOf(pem), algorithm, false, ["sign"]);
  const policies = pool.map((url) => new TextEncoder().encode(cannedPolicy(url, dateLessThan)));
  return async (until, take) => {
    let urls = 0;
    const lane = async () => {
      do {
        const place = urls++ % pool.length;
        const policy = /** @type {Uint8Array<ArrayBuffer>} */ (policies[place]);
        take(await subtle.sign(algorithm, cryptoKey, policy), place);
      } while (performance.now() < until);
    };
    await Promise.all(Array.from({ length: 64 }, lane));
    return urls;
  };
}

/**
 * Each thread has two blocks, so that it never waits for the next.
 * @param {Key} key
 * @param {Variant} variant
 * @param {number} size of a block
 * @returns {Work}
 */
function inThreads(key, { workers, by, isBare }, size) {
  const lines = pool.slice(0, size).join("\n");
  return async (until, take) => {
    let urls = 0;
    await Promise.all(
      threads.slice(0, workers).map(
        (thread) =>
          new Promise((resolve, reject) => {
            let open = 0;
            const send = () => {
              open++;
              thread.postMessage({ key, by, isBare, lines });
            };
            thread.removeAllListeners().on("error", reject);
            thread.on("message", (made) => {
              open--;
              urls += size;
              take(made, 0);
              if (performance.now() < until) send();
              else if (open === 0) resolve(undefined);
            });
            send();
            send();
          }),
      ),
    );
    return urls;
  };
}

/** @param {Key} key @param {Variant} variant @param {number} size */
async function workOf(key, variant, size) {
  if (variant.workers > 0) return inThreads(key, variant, size);
  return variant.isBare ? bareSubtle(key) : signUrls(key);
}

/** Verifies some outputs. @param {Key} key @param {Variant} variant @param {Work} work */
async function verifySome(key, { isBare, workers }, work) {
  const { publicKey, hash } = keyOf(fixture, key);
  let numVerified = 0;
  await work(performance.now(), (made, place) => {
    const outputs = typeof made === "string" ? made.split("\n") : Array.isArray(made) ? made : [made];
    for (const [i, one] of outputs.entries()) {
      const url = pool[place + i] ?? "";
      const claim = /** @type {const} */ ({ url, dateLessThan, keyPairId, publicKey, hash });
      if (isBare) verifyRaw(one, cannedPolicy(url, dateLessThan), claim);
      else verifyUrl(one, claim);
      numVerified++;
    }
  });
  if (numVerified === 0) throw new Error(`${key}, ${workers} workers made nothing`);
}

/** @param {Work} work @param {number} duration seconds @returns {Promise<Sample>} */
async function measure(work, duration) {
  const times = threadTimes();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const urls = await work(start + duration * 1000, consume);
  const elapsed = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = user + system;
  const sample = { urls, seconds: elapsed, cpu };
  const spent = [...threadTimes()].map(
    ([thread, time]) => /** @type {const} */ ([thread, time - (times.get(thread) ?? 0)]),
  );
  const main = spent.find(([thread]) => thread === String(process.pid))?.[1];
  if (main === undefined) return sample;
  return {
    ...sample,
    main,
    threads: spent.filter(([thread, time]) => thread !== String(process.pid) && time > cpu / 50).length,
  };
}

/** @type {Measured[]} */
const measured = [];
for (const key of keys) {
  const own = signUrls(key);
  await own(performance.now() + 50, consume);
  // A block of some 4 milliseconds: little is left to wait for when the time is up.
  const warm = await measure(own, 0.2);
  const size = Math.min(pool.length, Math.max(2, Math.round(warm.urls / warm.seconds / 250)));
  const works = [];
  for (const variant of variants) {
    const work = await workOf(key, variant, size);
    await verifySome(key, variant, work);
    await work(performance.now() + 100, consume);
    works.push({ variant, work, samples: /** @type {Sample[]} */ ([]) });
  }
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another one.
    const turn = round % works.length;
    for (const { work, samples } of [...works.slice(turn), ...works.slice(0, turn)])
      samples.push(await measure(work, seconds));
  }
  measured.push(...works.map(({ variant, samples }) => ({ ...variant, key, samples })));
}
checkConsumed();
console.log(JSON.stringify({ measured }));
for (const thread of threads) await thread.terminate();
process.exit();
