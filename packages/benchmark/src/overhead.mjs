// overhead.mjs [SECONDS] [RACES]: the time to sign and verify a URL compared with the raw operation and with
// the same work written by hand, in one process. RACES is a regular expression on their names.
//
// Serial: every operation is timed by itself. Parallel: the same with a hundred operations at once. "raw again" is
// the raw operation a second time: its distance from 1 shows the error of the method.
import process from "node:process";
import { checkConsumed } from "./consume.mjs";
import { restricting } from "./overhead/edge.mjs";
import { urls } from "./overhead/keys.mjs";
import { answering, granting, signingText } from "./overhead/manifests.mjs";
import { signing } from "./overhead/sign.mjs";
import { verifying } from "./overhead/verify.mjs";
import { takeTurns } from "./turns.mjs";

const perRace = Number(process.argv[2] ?? 6);
const chosen = new RegExp(process.argv[3] ?? "");

/** @typedef {import("./overhead/keys.mjs").Race} Race */
/** @type {[name: string, makeRace: () => Race | Promise<Race>, seconds: number][]} */
const races = [
  // P-256 first: it is faster, so the common code is compiled long before RSA is measured.
  ["P-256, SHA-256", () => signing(true, false), perRace],
  ["RSA-2048, SHA-1", () => signing(false, false), perRace],
  ["custom policy, P-256, SHA-256", () => signing(true, true), perRace / 4],
  ["custom policy, RSA-2048, SHA-1", () => signing(false, true), perRace / 4],
  // Verifying with RSA takes a tenth of the time of signing.
  ["verify, P-256, SHA-256", () => verifying(true, false), perRace / 2],
  ["verify, RSA-2048, SHA-1", () => verifying(false, false), perRace / 4],
  ["verify, custom policy, P-256, SHA-256", () => verifying(true, true), perRace / 4],
  ["verify, custom policy, RSA-2048, SHA-1", () => verifying(false, true), perRace / 4],
  ["restrictViewerAccess, P-256, SHA-256", () => restricting(true, false), perRace / 2],
  ["restrictViewerAccess, RSA-2048, SHA-1", () => restricting(false, false), perRace / 4],
  ["restrictViewerAccess, cookies, P-256, SHA-256", () => restricting(true, true), perRace / 4],
  ["restrictViewerAccess, cookies, RSA-2048, SHA-1", () => restricting(false, true), perRace / 4],
  ["grant.signUrl", granting, perRace / 4],
  ["signHlsPlaylist", () => signingText("HLS"), perRace / 4],
  ["signDashManifest", () => signingText("DASH"), perRace / 4],
  ["signManifests, HLS", () => answering("HLS"), perRace / 4],
  ["signManifests, DASH", () => answering("DASH"), perRace / 4],
];

/** @type {import("./raw.mjs").Overhead["results"]} */
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

checkConsumed();
const { bun, deno, node: version = "" } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? version, results }));
