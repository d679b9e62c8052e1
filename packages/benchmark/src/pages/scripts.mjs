// Scripts that sign and exit beside those of other libraries, and where another library is as fast or faster.
import { short } from "../charts/labels.mjs";
import { groups, importEach, isRival, old, ours, sdk } from "../subjects.mjs";
import { digits, runtimeName, table, unique, withSpread } from "../text.mjs";
import { compared, processes } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/** The rows of bench.sh in words. @type {Record<string, string>} */
export const meaning = {
  [old]: short(old),
  [sdk]: short(sdk),
  [`${sdk}, KeyObject`]: short(`${sdk}, KeyObject`),
  [ours]: "this package, one `await` after the other",
  [`${ours} --parallel`]: "this package, `Promise.all`",
  [`${ours} --grant`]: "this package, one grant for all URLs",
};

/** The other rows of ours, in words. @type {Record<string, string>} */
const otherMeaning = {
  [`${ours} --cache`]: "one `await` after the other, with the same key object",
  [`${ours} --parallel --cache`]: "`Promise.all`, with the same key object",
};

/** What a script of ours does. @param {string} row @param {number} urls */
function scriptInWords(row, urls) {
  const [name = "", group] = row.split(", ");
  const way = otherMeaning[name] ?? meaning[name]?.replace("this package, ", "") ?? name;
  return `a script of ${group === "1 URL" ? group : `${urls} URLs${group ? `, ${group}` : ""}`}, ${way}`;
}

/**
 * Times of whole processes; ours are compared with the fastest of the others.
 * @param {Raw} raw
 */
export function scriptsTable({ wholeProcess }) {
  const { runtimes, subjects, of } = processes(wholeProcess);
  const rows = ["", ", 1 URL"].flatMap((suffix) => {
    const names = Object.keys(meaning).filter((name) => subjects.includes(name + suffix));
    return names.map((name) => [
      suffix ? 1 : wholeProcess.urls,
      meaning[name] ?? "",
      ...runtimes.map((runtime) => {
        const time = of(runtime, name + suffix);
        if (isRival(name)) return withSpread(time);
        const rivals = names.filter(isRival).map((rival) => of(runtime, rival + suffix));
        const [best = time] = rivals.sort((a, b) => a.median - b.median);
        return `${withSpread(time)}: ${compared(time, best)}`;
      }),
    ]);
  });
  return table(["URLs", "script", ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`)], rows, 2);
}

/**
 * Each comparison with another library that ours did not win with intervals apart.
 * @param {Raw} raw
 * @returns {{ mine: string, rival: string, where: string, isFaster: boolean }[]}
 */
function lost(raw) {
  /** @type {ReturnType<typeof lost>} */
  const found = [];
  /**
   * @param {string} mine
   * @param {string} rival
   * @param {string} runtime
   * @param {Figure} own
   * @param {Figure} other
   * @param {string} unit
   */
  const compare = (mine, rival, runtime, own, other, unit) => {
    if (own.high < other.low) return;
    const isFaster = other.high < own.low;
    const amount = isFaster ? `: ${digits(other.median)} against ${digits(own.median)} ${unit}` : "";
    found.push({ mine, rival, where: runtimeName(runtime) + amount, isFaster });
  };
  const { runtimes, of } = processes(raw.wholeProcess);
  for (const names of Object.values(groups).map(Object.keys)) {
    for (const subject of names.filter((name) => name.startsWith(ours) && name !== importEach))
      for (const rival of names.filter(isRival))
        for (const runtime of runtimes)
          compare(
            scriptInWords(subject, raw.wholeProcess.urls),
            rival,
            runtime,
            of(runtime, subject),
            of(runtime, rival),
            "ms",
          );
  }
  for (const { runtime, results } of raw.libraries) {
    for (const [kind, { serial, parallel }] of Object.entries(results)) {
      // The table of the kinds of input shows the others.
      if (parallel.length === 0) continue;
      const own = serial.find(({ subject }) => subject === ours)?.microseconds;
      for (const { subject, microseconds } of serial.filter((cost) => own && isRival(cost.subject)))
        if (own)
          compare(
            `one URL at a time in a warm process, ${kind.endsWith("P-256") ? "P-256" : "RSA-2048"}`,
            subject,
            runtime,
            own,
            microseconds,
            "µs",
          );
    }
  }
  return found;
}

/** Where another library is as fast or faster: all scripts, and a URL with an expiry time only. @param {Raw} raw */
export function whichTable(raw) {
  const all = lost(raw);
  const rows = unique(all.map(({ mine }) => mine)).map((mine) => [
    mine,
    ...[false, true].map((isFaster) => {
      const same = all.filter((one) => one.mine === mine && one.isFaster === isFaster);
      const names = unique(same.map(({ rival }) => rival)).map((rival) => {
        const where = same.filter((one) => one.rival === rival).map((one) => one.where);
        return `${short(rival).replace(/, (?:P-256|1 URL)$/, "")} (${where.join(", ")})`;
      });
      return names.join("; ") || "–";
    }),
  ]);
  return table(["this package", "as fast (95% intervals overlap)", "faster"], rows, 3);
}
