// overhead.mjs [SECONDS]: the time to sign and verify a URL compared with the raw operation, in one process.
//
// Serial: every operation is timed by itself. All subjects take turns, in a random order for each round, so
// that slow moments of the machine, the thread pool and the garbage collector affect all of them alike.
// Parallel: the same with a hundred operations at once. "raw again" is the raw operation a second time: its
// distance from 1 shows the error of the method. The other libraries, which are slow, have a turn in each
// fourth round.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed, consume } from "./consume.mjs";
import { fixture, urls } from "./overhead/keys.mjs";
import { signing } from "./overhead/sign.mjs";
import { verifying } from "./overhead/verify.mjs";
import { figure, quotient, ratio } from "./stats.mjs";
import { verifyUrl } from "./verify.mjs";

const perRace = Number(process.argv[2] ?? 6);

/** The subjects with which the others are compared. */
const references = ["raw", "by hand", "cloudfront-sign-webcrypto"];

/**
 * @param {Record<string, import("./overhead/keys.mjs").Subject>} subjects
 * @param {string[]} seldom the subjects with fewer turns
 * @param {number} seconds
 * @param {number} batch at once in one measurement
 * @returns {Promise<import("./raw.mjs").Cost[]>}
 */
async function takeTurns(subjects, seldom, seconds, batch) {
  const turns = Object.entries(subjects).map(([name, operation]) => {
    const work = batch === 1 ? operation : () => Promise.all(urls.map((_, i) => operation(i)));
    return { name, work, every: seldom.includes(name) ? 4 : 1, times: /** @type {number[]} */ ([]) };
  });
  const begin = performance.now();
  let measuring = false;
  let start = begin;
  for (let round = 0; ; round++) {
    // The first rounds warm up, for a limited time even on a slow machine.
    const now = performance.now();
    if (!measuring && now - begin > Math.max(Math.min(300, seconds * 1000), seconds * 250))
      [measuring, start] = [true, now];
    const rounds = Math.max(...turns.map(({ times }) => times.length));
    if (measuring && now - start > seconds * (rounds < 30 ? 3000 : 1000)) break;
    for (let last = turns.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      const [a, b] = [turns[last], turns[other]];
      if (a && b) [turns[last], turns[other]] = [b, a];
    }
    for (const { work, every, times } of turns) {
      if (round % every) continue;
      const before = performance.now();
      consume(await work(round % urls.length));
      const taken = performance.now() - before;
      if (measuring) times.push((taken * 1000) / batch);
    }
  }
  const timesOf = (/** @type {string} */ name) => turns.find((turn) => turn.name === name)?.times ?? [];
  return Object.keys(subjects).map((subject) => {
    const times = timesOf(subject);
    const against = references
      .filter((reference) => reference in subjects && reference !== subject)
      .map((reference) => [
        reference,
        seldom.includes(subject)
          ? quotient(figure(times), figure(timesOf(reference)))
          : ratio(times, timesOf(reference)),
      ]);
    return { subject, microseconds: figure(times), against: Object.fromEntries(against) };
  });
}

/** @type {import("./raw.mjs").Overhead["results"]} */
const results = {};
for (const [name, makeRace, isEc, seconds] of /** @type {const} */ ([
  // P-256 first: it is faster, so the common code is compiled long before RSA is measured.
  ["P-256, SHA-256", signing, true, perRace],
  ["RSA-2048, SHA-1", signing, false, perRace],
  // Verifying with RSA takes a tenth of the time of signing.
  ["verify, P-256, SHA-256", verifying, true, perRace / 2],
  ["verify, RSA-2048, SHA-1", verifying, false, perRace / 4],
])) {
  const { asynchronous, synchronous, check } = await makeRace(isEc);
  const all = { ...asynchronous, ...synchronous };
  for (const [subject, operation] of Object.entries(all))
    for (const i of urls.keys()) check(subject, await operation(i), i);
  results[name] = {
    serial: await takeTurns(all, Object.keys(synchronous), seconds, 1),
    parallel: await takeTurns(asynchronous, [], seconds, urls.length),
  };
}

const { keyPairId, dateLessThan, resource, rsa, rsaPublic } = fixture;
const grant = await createCloudFrontSigner({ keyPairId, privateKey: rsa }).grant({ resource, dateLessThan });
const [url = ""] = urls;
verifyUrl(grant.signUrl(url), { url, keyPairId, dateLessThan, resource, publicKey: rsaPublic, hash: "SHA1" });
const grantTimes = [];
for (let round = -50; round < 300; round++) {
  const before = performance.now();
  for (let i = 0; i < 50; i++) for (const url of urls) consume(grant.signUrl(url));
  if (round >= 0) grantTimes.push(((performance.now() - before) * 1000) / 50 / urls.length);
}
checkConsumed();
const { bun, deno, node: version = "" } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? version, results, grant: figure(grantTimes) }));
