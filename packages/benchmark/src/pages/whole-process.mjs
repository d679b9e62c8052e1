// The tables of whole processes, and how two times compare.
import { figure, overlap, quotient } from "../stats.mjs";
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

/** @param {Raw["wholeProcess"]} wholeProcess */
export function wholeProcessTable(wholeProcess) {
  const { runtimes, subjects, of } = processes(wholeProcess);
  const head = [
    `whole process, ${wholeProcess.urls} URLs`,
    ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`),
  ];
  const rows = subjects.map((subject) => [
    `\`${subject}\``,
    ...runtimes.map((runtime) => withSpread(of(runtime, subject))),
  ]);
  return table(head, rows);
}
