// proportion.mjs [--every N] [--most MS] [WORDS]: each public function with hostile fillings, at a quarter of its limit
// and at the limit, 100 and 400 kB where there is none. Fails where that takes more than 6 times as long, or more than
// 400 ms: 1 s of CPU for each MB. WORDS are parts of the names of inputs. With --every each input gets only each Nth
// filling, and the next input the next ones; it prints only what missed, each measured once more at the end. npm run
// check has not the time for all.
// --most is another bound than 400 ms, for machines that do other work beside: the ratio says the same on any. A
// machine that takes longer for a loop of characters than the one that the bound is for gets a bound that much higher.
//
// npm run proportion gives it much memory for young objects (--min-semi-space-size): for an input too large
// for the usual size, the garbage collector takes several times as long, whatever the code.
//
// PBKDF2, which is meant to take time, is not asked for: its iterations are limited.
import process from "node:process";
import { parseArgs } from "node:util";
import { fillings } from "./proportion/fillings.mjs";
import { doctorInputs } from "./proportion/inputs/doctor.mjs";
import { edgeInputs } from "./proportion/inputs/edge.mjs";
import { keyInputs } from "./proportion/inputs/keys.mjs";
import { manifestInputs } from "./proportion/inputs/manifests.mjs";
import { signInputs } from "./proportion/inputs/sign.mjs";
import { verifyInputs } from "./proportion/inputs/verify.mjs";
import { checkSample, measure, slowness } from "./proportion/measure.mjs";

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, most: { type: "string", default: "400" } },
});
const every = Number(values.every);
const most = Number(values.most) * slowness();
const inputs = [
  ...signInputs,
  ...keyInputs,
  ...verifyInputs,
  ...manifestInputs,
  ...edgeInputs,
  ...doctorInputs,
].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
/** After as many misses the other fillings say nothing more of an input. */
const enough = 3;
const started = performance.now();

/** @typedef {import("./proportion/measure.mjs").Measured & { filling: string }} Row */

/** @param {string} name @param {Row} row */
function print(name, { filling, quarter, limit, missed }) {
  const ratio = quarter ? `${(limit / quarter).toFixed(1)}x` : "";
  const times =
    `${quarter ? quarter.toFixed(1) : ""}`.padStart(8) + limit.toFixed(1).padStart(10) + ratio.padStart(8);
  console.log(`${missed ? "MISS" : "ok  "} ${name.padEnd(72)} ${filling.padEnd(32)}${times}`);
}

console.log(
  `     ${"input".padEnd(72)} ${"worst filling".padEnd(32)}${"quarter ms".padStart(8)}  limit ms   ratio`,
);
let tried = 0;
/** Fillings that missed. */
const suspects = [];
for (const [number, input] of inputs.entries()) {
  await checkSample(input);
  /** @type {Row[]} */
  const rows = [];
  let suspected = 0;
  const chosen = Object.entries(fillings).filter((_, at) => at % every === number % every);
  for (const [filling, make] of chosen) {
    tried++;
    const measured = await measure(input, make, most);
    if (!measured.missed) rows.push({ filling, ...measured });
    else {
      suspects.push({ input, filling, make });
      if (++suspected === enough) break;
    }
  }
  // Of those in proportion only the one that takes longest.
  const longest = every > 1 ? [] : rows.sort((a, b) => b.limit - a.limit).slice(0, 1);
  for (const row of longest) print(input.name, row);
}
let missed = 0;
// Once more, at another moment: the machine may have been busy.
for (const { input, filling, make } of suspects) {
  const row = { filling, ...(await measure(input, make, most)) };
  if (row.missed) missed++;
  print(input.name, row);
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${inputs.length} inputs, ${tried} fillings in them, ${missed} misses, ${seconds} s`);
process.exitCode = missed > 0 || inputs.length === 0 ? 1 : 0;
