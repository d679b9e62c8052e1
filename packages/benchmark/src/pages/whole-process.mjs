// The tables of whole processes, and how two times compare.
import { figure, overlap, quotient } from "../stats.mjs";
import { ours } from "../subjects.mjs";
import { runtimeName, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/** Compares two times in words. @param {Figure} mine @param {Figure} theirs */
export function compared(mine, theirs) {
  if (overlap(mine, theirs)) return "no difference seen";
  const isFaster = mine.median < theirs.median;
  const { median } = isFaster ? quotient(theirs, mine) : quotient(mine, theirs);
  const times = `${median.toFixed(median < 1.2 ? 2 : median < 10 ? 1 : 0)}×`;
  return isFaster ? `${times} as fast` : `**slower**, ${times} the time`;
}

/** Milliseconds of whole processes. @param {Raw["wholeProcess"]} wholeProcess */
export function processes({ results }) {
  return {
    runtimes: unique(results.map(({ runtime }) => runtime)),
    subjects: unique(results.map(({ subject }) => subject)),
    /** @param {string} runtime @param {string} subject */
    of(runtime, subject) {
      const row = results.find((result) => result.runtime === runtime && result.subject === subject);
      return figure((row?.times ?? []).map((time) => time * 1000));
    },
  };
}

/**
 * @param {Raw["wholeProcess"]} wholeProcess
 * @param {(subject: string) => boolean} [isShown]
 */
export function wholeProcessTable(wholeProcess, isShown = () => true) {
  const { runtimes, subjects, of } = processes(wholeProcess);
  const head = [
    `whole process, ${wholeProcess.urls} URLs`,
    ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`),
  ];
  const rows = subjects
    .filter(isShown)
    .map((subject) => [`\`${subject}\``, ...runtimes.map((runtime) => withSpread(of(runtime, subject)))]);
  return table(head, rows);
}

/** The README's short table. @param {Raw} raw */
export function readmeBlock({ wholeProcess, date, host, isQuick }) {
  // The other rows are in docs/benchmarks.md.
  const isShown = (/** @type {string} */ subject) =>
    !subject.includes(", 1 URL") && !subject.includes(", P-256") && subject !== `${ours} --import-each`;
  return [
    wholeProcessTable(wholeProcess, isShown),
    "",
    "Medians and 95 % intervals of whole processes, one RSA-2048 key. `startup` is an empty program. `limit` is",
    `\`crypto.subtle.sign\` alone on prepared bytes. ${date.slice(0, 10)}, ${host.cpu}, ${host.cores} cores${isQuick ? ", **a quick run**" : ""}.`,
    "Charts, cold start, P-256 and where others are faster: [docs/benchmarks.md](docs/benchmarks.md). What to do for",
    "speed: [docs/performance.md](docs/performance.md).",
  ].join("\n");
}
