// What the package has set itself, and whether a run shows it. A figure that is missed is reported like any other.
import { figure, overlap } from "./stats.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {{ what: string, where: string, limit: string, seen: string, met: boolean }} Criterion */

const ours = "cloudfront-sign-webcrypto";
const rivals = ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];

/** @param {import("./raw.mjs").Figure} value @param {number} digits */
const text = ({ median, low, high }, digits) => `${median.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;

/** @param {Raw} raw @returns {Criterion[]} */
function wholeProcesses({ wholeProcess: { results } }) {
  const found = [];
  for (const where of new Set(results.map(({ runtime }) => runtime))) {
    const rows = new Map(
      results.filter((row) => row.runtime === where).map((row) => [row.subject, figure(row.times.map((time) => time * 1000))]),
    );
    /** @param {string} subject */
    const of = (subject) => rows.get(subject) ?? figure([]);
    const share = of(`${ours} --parallel --cache`).median / of("limit").median;
    found.push({ what: "--parallel --cache against the limit", where, limit: "1.05x", seen: `${share.toFixed(3)}x`, met: share <= 1.05 });
    const grant = of(`${ours} --grant`).median - of("startup").median;
    const program = of("program").median - of("startup").median;
    const beyond = `${grant.toFixed(1)} ms, of which the program itself ${program.toFixed(1)}`;
    found.push({ what: "--grant beyond start-up", where, limit: "5 ms", seen: beyond, met: grant <= 5 });
    for (const [subject, time] of rows) {
      if (!subject.startsWith(ours)) continue;
      for (const rival of rivals) {
        const met = time.median < of(rival).median && !overlap(time, of(rival));
        const note = overlap(time, of(rival)) ? ", no difference seen" : "";
        const seen = `${text(time, 1)} ms against ${text(of(rival), 1)}${note}`;
        found.push({ what: `${subject.replace(ours, "ours")} ahead of ${rival}`, where, limit: "ahead", seen, met });
      }
    }
  }
  return found;
}

/** @param {Raw} raw @returns {Criterion[]} */
function oneProcess({ overhead, sizes }) {
  const found = [];
  for (const { module, runtime: where, milliseconds } of sizes.importTimes) {
    if (module !== ours || where !== "node24") continue;
    found.push({ what: "import", where, limit: "3 ms", seen: `${text(milliseconds, 2)} ms`, met: milliseconds.median <= 3 });
  }
  for (const { runtime: where, results, grant } of overhead) {
    for (const [key, modes] of Object.entries(results)) {
      const limit = key.startsWith("RSA") ? 1.03 : 1.15;
      for (const [mode, costs] of Object.entries(modes)) {
        const cost = costs.find(({ subject }) => subject === ours);
        const control = costs.find(({ subject }) => subject === "raw again");
        if (!cost || !control) continue;
        const seen = `${text(cost.ratio, 3)}x (raw again ${control.ratio.median.toFixed(3)}x)`;
        found.push({ what: `sign, ${key}, ${mode}, against raw`, where, limit: `${limit}x`, seen, met: cost.ratio.median <= limit });
      }
    }
    found.push({ what: "grant.signUrl", where, limit: "1 us", seen: `${text(grant, 2)} us`, met: grant.median <= 1 });
  }
  return found;
}

/** @param {Raw} raw @returns {Criterion[]} */
function growing({ growth }) {
  const found = [];
  for (const where of new Set(growth.map(({ runtime }) => runtime))) {
    for (const mode of ["signUrls", "grant"]) {
      const rows = growth.filter((row) => row.runtime === where && row.mode === mode && row.microseconds && row.peakBytes);
      const [from, to] = [rows.find(({ count }) => count === 1000), rows.at(-1)];
      if (!from?.microseconds || !to?.microseconds || from === to) continue;
      const what = `${mode}, ${to.count.toLocaleString("en")} URLs`;
      const times = to.microseconds.median / from.microseconds.median;
      const seen = `${times.toFixed(3)}x (${text(to.microseconds, 2)} us after ${text(from.microseconds, 2)})`;
      found.push({ what: `${what}: time per URL against 1,000`, where, limit: "1.10x", seen, met: times <= 1.1 });
      const megabytes = ((to.peakBytes ?? 0) - (from.peakBytes ?? 0)) / 1e6;
      found.push({
        what: `${what}: growth of the memory`,
        where,
        limit: "80 MB",
        seen: `${megabytes.toFixed(0)} MB`,
        met: megabytes <= 80,
      });
    }
  }
  return found;
}

/** @param {Raw} raw */
export const criteria = (raw) => [...wholeProcesses(raw), ...oneProcess(raw), ...growing(raw)];

/** @param {Criterion[]} found @param {Raw} raw */
export function criteriaText(found, { isQuick }) {
  const missed = found.filter(({ met }) => !met).length;
  return [
    ...found.map(
      ({ what, where, limit, seen, met }) =>
        `${met ? "met   " : "MISSED"}  ${where.padEnd(7)} ${what.padEnd(62)} ${limit.padEnd(6)} ${seen}`,
    ),
    `${found.length - missed} of ${found.length} met, ${missed} missed${isQuick ? "; a quick run proves nothing, it shows that everything works" : ""}`,
  ].join("\n");
}
