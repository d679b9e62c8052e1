// The performance goals of the package, and whether a run meets them. A missed goal is reported like any
// other, with the floor from the same run: the time of the smallest possible program.
import { sections } from "./sections.mjs";
import { difference, figure, overlap, quotient } from "./stats.mjs";
import { withInterval } from "./text.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {import("./raw.mjs").Figure} Figure */

/**
 * @typedef {object} Criterion
 * @property {string} what
 * @property {string} where runtime
 * @property {string} limit
 * @property {string} seen
 * @property {boolean} met whether the median meets it
 * @property {string} [brief] the measured value, for a narrow column
 * @property {string} [floor]
 * @property {boolean} [isFloorMet] whether the floor itself meets the goal
 */

const ours = "cloudfront-sign-webcrypto";
const rivals = ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];

/** @param {Figure} value @param {number} digits */
const text = (value, digits) => withInterval(value, (one) => one.toFixed(digits));

/** @param {Figure} value @param {number} digits */
const brief = ({ median, low, high }, digits) =>
  `${median.toFixed(digits)} ± ${Math.max(high - median, median - low).toFixed(digits)}`;

/** The raw program that is the floor of one of our rows. @param {string} subject */
function floorOf(subject) {
  if (subject.endsWith("--grant")) return "limit-one";
  if (subject.endsWith("--parallel")) return "limit-import --parallel";
  return subject === ours ? "limit-import" : "limit";
}

/** @param {Raw} raw @returns {Criterion[]} */
function wholeProcesses({ wholeProcess: { results }, sizes }) {
  const found = [];
  for (const where of new Set(results.map(({ runtime }) => runtime))) {
    const rows = new Map(
      results
        .filter((row) => row.runtime === where)
        .map((row) => [row.subject, figure(row.times.map((time) => time * 1000))]),
    );
    /** @param {string} subject */
    const of = (subject) => rows.get(subject) ?? figure([]);
    /** @param {string} name @param {(time: Figure) => boolean} meets @param {string} [more] */
    const floor = (name, meets, more = "") =>
      rows.has(name)
        ? { floor: `\`${name}\` ${of(name).median.toFixed(1)} ms${more}`, isFloorMet: meets(of(name)) }
        : {};

    const share = quotient(of(`${ours} --parallel --cache`), of("limit"));
    const imported = (/** @type {string} */ module) =>
      sizes.importTimes.find(
        (one) => one.module === module && one.runtime === (where === "node" ? "node24" : where),
      )?.milliseconds.median ?? 0;
    const loading = imported(ours) - imported("./startup.mjs");
    const loaded = 1 + loading / of("limit").median;
    found.push({
      what: "--parallel --cache against the limit",
      where,
      limit: "≤ 1.05x",
      seen: `${text(share, 3)}x`,
      brief: `${brief(share, 2)}x`,
      met: share.median <= 1.05,
      ...floor(
        "limit",
        () => loaded <= 1.05,
        ` without a package; loading this one alone takes ${loading.toFixed(1)} ms, ${loaded.toFixed(3)}x`,
      ),
    });
    const beyond = (/** @type {string} */ subject) => difference(of(subject), of("startup"));
    const grant = beyond(`${ours} --grant`);
    found.push({
      what: "--grant beyond start-up",
      where,
      limit: "≤ 5 ms",
      seen: `${text(grant, 1)} ms, of which the program itself ${text(beyond("program"), 1)}`,
      brief: `${brief(grant, 1)} ms`,
      met: grant.median <= 5,
      ...floor(
        "limit-one",
        () => beyond("limit-one").median <= 5,
        `, ${text(beyond("limit-one"), 1)} beyond start-up`,
      ),
    });
    for (const [subject, time] of rows) {
      if (!subject.startsWith(ours)) continue;
      for (const rival of rivals) {
        const isAhead = (/** @type {Figure} */ one) =>
          one.median < of(rival).median && !overlap(one, of(rival));
        const note = overlap(time, of(rival)) ? ", no difference seen" : "";
        const seen = `${text(time, 1)} ms against ${text(of(rival), 1)}${note}`;
        const what = `${subject.replace(ours, "ours")} ahead of ${rival}`;
        found.push({
          what,
          where,
          limit: "ahead",
          seen,
          brief: `${brief(time, 0)} : ${brief(of(rival), 0)} ms`,
          met: isAhead(time),
          ...floor(floorOf(subject), isAhead),
        });
      }
    }
  }
  return found;
}

/** The highest allowed ratio to the raw operation. @param {string} key of the race */
const allowance = (key) => (key.startsWith("verify") ? 1.2 : key.startsWith("RSA") ? 1.03 : 1.15);

/** @param {Raw} raw @returns {Criterion[]} */
function oneProcess({ overhead, sizes }) {
  const found = [];
  for (const { module, runtime: where, milliseconds } of sizes.importTimes) {
    if (module !== ours || where !== "node24") continue;
    const seen = `${text(milliseconds, 2)} ms`;
    const met = milliseconds.median <= 3;
    found.push({ what: "import", where, limit: "≤ 3 ms", seen, brief: `${brief(milliseconds, 2)} ms`, met });
  }
  for (const { runtime: where, results, grant } of overhead) {
    for (const [key, modes] of Object.entries(results)) {
      const limit = allowance(key);
      for (const [mode, costs] of Object.entries(modes)) {
        const of = (/** @type {string} */ name) => costs.find(({ subject }) => subject === name)?.ratio;
        const [cost, control, byHand] = [of(ours), of("raw again"), of("by hand")];
        if (!cost || !control) continue;
        found.push({
          what: `${key.startsWith("verify") ? "" : "sign, "}${key}, ${mode}, against raw`,
          where,
          limit: `≤ ${limit}x`,
          seen: `${text(cost, 3)}x (raw again ${control.median.toFixed(3)}x)`,
          brief: `${brief(cost, 3)}x`,
          met: cost.median <= limit,
          ...(byHand ? { floor: `by hand ${text(byHand, 3)}x`, isFloorMet: byHand.median <= limit } : {}),
        });
      }
    }
    const seen = `${text(grant, 2)} µs`;
    found.push({
      what: "grant.signUrl",
      where,
      limit: "≤ 1 µs",
      seen,
      brief: `${brief(grant, 2)} µs`,
      met: grant.median <= 1,
    });
  }
  return found;
}

/** @param {Raw} raw @returns {Criterion[]} */
function growing({ growth }) {
  const found = [];
  for (const where of new Set(growth.map(({ runtime }) => runtime))) {
    for (const mode of ["signUrls", "grant"]) {
      const rows = growth.filter(
        (row) => row.runtime === where && row.mode === mode && row.microseconds && row.peakBytes,
      );
      const [from, to] = [rows.find(({ count }) => count === 1000), rows.at(-1)];
      if (!from?.microseconds || !to?.microseconds || from === to) continue;
      const what = `${mode}, ${to.count.toLocaleString("en")} URLs`;
      const times = quotient(to.microseconds, from.microseconds);
      found.push({
        what: `${what}: time per URL against 1,000`,
        where,
        limit: "≤ 1.10x",
        seen: `${text(times, 3)}x (${text(to.microseconds, 2)} µs after ${text(from.microseconds, 2)})`,
        brief: `${brief(times, 2)}x`,
        met: times.median <= 1.1,
      });
      const megabytes = ((to.peakBytes ?? 0) - (from.peakBytes ?? 0)) / 1e6;
      // One process for each: there is no spread.
      const grown = `${Math.round(megabytes) || 0} MB`;
      found.push({
        what: `${what}: growth of the memory`,
        where,
        limit: "≤ 80 MB",
        seen: grown,
        met: megabytes <= 80,
      });
      if (!to.raw) continue;
      const { microseconds, share } = to.raw;
      found.push({
        what: `${what}: P-256, of the raw rate, 64 at once`,
        where,
        limit: "≥ 0.85x",
        seen: `${text(share, 3)}x (raw ${text(microseconds, 2)} µs)`,
        brief: `${brief(share, 3)}x`,
        met: share.median >= 0.85,
      });
    }
  }
  return found;
}

/** @param {Raw} raw @returns {Criterion[]} */
function standingAlone({ sections: measured = {} }) {
  return sections.flatMap(({ name, goals }) =>
    (measured[name] ?? []).flatMap(({ runtime, result }) =>
      (goals?.(result) ?? []).map((goal) => ({ ...goal, where: runtime })),
    ),
  );
}

/** @param {Raw} raw */
export const criteria = (raw) => [
  ...wholeProcesses(raw),
  ...oneProcess(raw),
  ...growing(raw),
  ...standingAlone(raw),
];

/** @param {Criterion[]} found @param {Raw} raw */
export function criteriaText(found, { isQuick }) {
  const missed = found.filter(({ met }) => !met).length;
  return [
    ...found.map(
      ({ what, where, limit, seen, met, floor }) =>
        `${met ? "met   " : "MISSED"}  ${where.padEnd(7)} ${what.padEnd(62)} ${limit.padEnd(7)} ${seen}${met || !floor ? "" : `; floor: ${floor.replaceAll("`", "")}`}`,
    ),
    `${found.length - missed} of ${found.length} met, ${missed} missed${isQuick ? "; a quick run proves nothing, it shows that everything works" : ""}`,
  ].join("\n");
}
