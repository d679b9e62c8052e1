// overhead.mjs [SECONDS] [RACES]: the time to sign and verify a URL compared with the raw operation and with
// the same work written by hand, in one process. RACES is a regular expression on their names.
//
// Serial: every operation is timed by itself. All subjects take turns, in a random order for each round, so
// that slow moments of the machine, the thread pool and the garbage collector affect all of them alike.
// Parallel: the same with a hundred operations at once. "raw again" is the raw operation a second time: its
// distance from 1 shows the error of the method. `ratio` is to the raw operation, `byHand` to the program
// written by hand.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed, consume } from "./consume.mjs";
import { restricting } from "./overhead/edge.mjs";
import { fixture, urls } from "./overhead/keys.mjs";
import { answering, granting, signingText } from "./overhead/manifests.mjs";
import { signing } from "./overhead/sign.mjs";
import { verifying } from "./overhead/verify.mjs";
import { figure, ratio } from "./stats.mjs";
import { verifyUrl } from "./verify.mjs";

const perRace = Number(process.argv[2] ?? 6);
const chosen = new RegExp(process.argv[3] ?? "");

/**
 * @param {Record<string, import("./overhead/keys.mjs").Subject>} subjects
 * @param {number} seconds
 * @param {number} batch at once in one measurement
 * @param {number} [perCall] how many URLs one call handles
 */
async function takeTurns(subjects, seconds, batch, perCall = 1) {
  const turns = Object.entries(subjects).map(([name, operation]) => {
    const work = batch === 1 ? operation : () => Promise.all(urls.map((_, i) => operation(i)));
    return { name, work, times: /** @type {number[]} */ ([]) };
  });
  if (turns.length === 0) return [];
  const begin = performance.now();
  let measuring = false;
  let start = begin;
  for (let round = 0; ; round++) {
    // The first rounds warm up, for a limited time even on a slow machine.
    const now = performance.now();
    if (!measuring && now - begin > Math.max(Math.min(300, seconds * 1000), seconds * 250))
      [measuring, start] = [true, now];
    const rounds = turns[0]?.times.length ?? 0;
    if (measuring && now - start > seconds * (rounds < 30 ? 3000 : 1000)) break;
    for (let last = turns.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      const [a, b] = [turns[last], turns[other]];
      if (a && b) [turns[last], turns[other]] = [b, a];
    }
    for (const { work, times } of turns) {
      const before = performance.now();
      consume(await work(round % urls.length));
      const taken = performance.now() - before;
      if (measuring) times.push((taken * 1000) / batch / perCall);
    }
  }
  const timesOf = (/** @type {string} */ name) => turns.find((turn) => turn.name === name)?.times ?? [];
  return Object.keys(subjects).map((subject) => ({
    subject,
    microseconds: figure(timesOf(subject)),
    ratio: ratio(timesOf(subject), timesOf("raw")),
    byHand: ratio(timesOf(subject), timesOf("by hand")),
  }));
}

/** @type {[name: string, makeRace: () => import("./overhead/keys.mjs").Race | Promise<import("./overhead/keys.mjs").Race>, seconds: number][]} */
const races = [
  // P-256 first: it is faster, so the common code is compiled long before RSA is measured.
  ["P-256, SHA-256", () => signing(true, false), perRace],
  ["RSA-2048, SHA-1", () => signing(false, false), perRace],
  ["custom policy, P-256, SHA-256", () => signing(true, true), perRace / 2],
  ["custom policy, RSA-2048, SHA-1", () => signing(false, true), perRace / 2],
  // Verifying with RSA takes a tenth of the time of signing.
  ["verify, P-256, SHA-256", () => verifying(true, false), perRace / 2],
  ["verify, RSA-2048, SHA-1", () => verifying(false, false), perRace / 4],
  ["verify, custom policy, P-256, SHA-256", () => verifying(true, true), perRace / 2],
  ["verify, custom policy, RSA-2048, SHA-1", () => verifying(false, true), perRace / 4],
  ["restrictViewerAccess, P-256, SHA-256", () => restricting(true, false), perRace / 2],
  ["restrictViewerAccess, RSA-2048, SHA-1", () => restricting(false, false), perRace / 4],
  ["restrictViewerAccess, cookies, P-256, SHA-256", () => restricting(true, true), perRace / 2],
  ["restrictViewerAccess, cookies, RSA-2048, SHA-1", () => restricting(false, true), perRace / 4],
  ["grant.signUrl", granting, perRace / 4],
  ["signHlsPlaylist", () => signingText("HLS"), perRace / 4],
  ["signDashManifest", () => signingText("DASH"), perRace / 4],
  ["signManifests, HLS", () => answering("HLS"), perRace / 4],
  ["signManifests, DASH", () => answering("DASH"), perRace / 4],
];

/** @type {Record<string, unknown>} */
const results = {};
for (const [name, makeRace, seconds] of races) {
  if (!chosen.test(name)) continue;
  const { asynchronous, synchronous, check, perCall } = await makeRace();
  const all = { ...asynchronous, ...synchronous };
  for (const [subject, operation] of Object.entries(all))
    for (const i of urls.keys()) check(subject, await operation(i), i);
  results[name] = {
    serial: await takeTurns(all, seconds, 1, perCall),
    parallel: await takeTurns(asynchronous, seconds, urls.length),
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
console.log(JSON.stringify({ results, grant: figure(grantTimes) }));
