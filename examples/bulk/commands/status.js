// Shows the progress of a run.
import { setTimeout as wait } from "node:timers/promises";
import { interruption } from "../interruption.js";
import { measure } from "../measure.js";
import { withExistingState } from "../open-state.js";
import { readRunName } from "../settings.js";

/** @param {Record<string, any>} options */
export function run({ run: name, watch = false, json = false }) {
  return withExistingState(readRunName(name), async (state) => {
    const signal = interruption();
    for (;;) {
      const numbers = await measure(state);
      const isLast = !watch || numbers.isOver || signal.aborted;
      if (json) console.log(JSON.stringify({ time: new Date().toISOString(), ...numbers }));
      else show(describe(numbers), isLast);
      if (isLast) return 0;
      await wait(1000, undefined, { signal }).catch(() => {});
    }
  });
}

/** @param {string} text @param {boolean} isLast */
function show(text, isLast) {
  const start = process.stdout.isTTY ? "\r\x1b[K" : "";
  process.stdout.write(`${start}${text}${isLast || !process.stdout.isTTY ? "\n" : ""}`);
}

/** @param {import("../measure.js").Numbers} numbers */
function describe({
  lines,
  isAdded,
  signed,
  rejected,
  perSecond,
  workers,
  chunksWaiting,
  chunksRetrying,
  chunksFailed,
}) {
  const count = (/** @type {number} */ number) => number.toLocaleString("en");
  const done = signed + rejected;
  const percent = lines > 0 ? Math.floor((100 * done) / lines) : 0;
  return [
    `${count(done)} of ${count(lines)}${isAdded ? "" : "+"} lines, ${percent}%`,
    `${count(perSecond)}/s`,
    `${count(workers)} worker${workers === 1 ? "" : "s"}`,
    `${count(chunksWaiting)} chunks wait`,
    ...(chunksRetrying ? [`${count(chunksRetrying)} are tried again`] : []),
    ...(chunksFailed ? [`${count(chunksFailed)} have failed`] : []),
    ...(rejected ? [`${count(rejected)} lines rejected`] : []),
  ].join(", ");
}
