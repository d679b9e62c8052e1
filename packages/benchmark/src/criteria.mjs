// The speed that this package aims at, and whether a run reached it. A missed target is reported like any
// other.
import { sections } from "./sections.mjs";
import { figure, quotient } from "./stats.mjs";
import { groups, importEach, isRival, ours } from "./subjects.mjs";
import { digits, runtimeName, unique, withInterval } from "./text.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {import("./raw.mjs").Figure} Figure */

/** met: whether the median reaches it. @typedef {{ what: string, limit: string, seen: string, met: boolean }} Goal */
/** @typedef {Goal & { where: string }} Criterion where: the runtime */

/**
 * A ratio that must not be higher than a limit.
 * @param {string} what
 * @param {string} where
 * @param {Figure} ratio
 * @param {number} limit
 * @returns {Criterion}
 */
const atMost = (what, where, ratio, limit) => ({
  what,
  where,
  limit: `≤ ${limit.toFixed(2)}x`,
  seen: `${withInterval(ratio, (value) => value.toFixed(3))}x`,
  met: ratio.median <= limit,
});

/** Milliseconds of whole processes, by the name of the row. @param {Raw} raw @param {string} runtime */
function processTimes({ wholeProcess: { results } }, runtime) {
  const rows = results.filter((row) => row.runtime === runtime);
  return new Map(rows.map(({ subject, times }) => [subject, figure(times.map((time) => time * 1000))]));
}

/** @param {Raw} raw @returns {Criterion[]} */
function wholeProcesses(raw) {
  const found = [];
  for (const where of unique(raw.wholeProcess.results.map(({ runtime }) => runtime))) {
    const times = processTimes(raw, where);
    const of = (/** @type {string} */ subject) => times.get(subject) ?? figure([]);
    if (where !== "deno") {
      const ratio = quotient(of(`${ours} --parallel --cache`), of("limit"));
      found.push(atMost("--parallel --cache, against the limit", where, ratio, 1.1));
    }
    for (const group of Object.values(groups)) {
      const subjects = Object.keys(group);
      const rivals = subjects.filter(isRival).sort((a, b) => of(a).low - of(b).low);
      const nearest = of(rivals[0] ?? "");
      for (const subject of subjects.filter((name) => name.startsWith(ours) && name !== importEach)) {
        found.push({
          what: `${subject}: ahead of every rival, intervals apart`,
          where,
          limit: "ahead",
          seen: `${withInterval(of(subject))} ms; ${rivals[0]} ${withInterval(nearest)} ms`,
          met: of(subject).high < nearest.low,
        });
      }
    }
  }
  return found;
}

/** Against the program by hand. Races without a target are in the report only. @param {string} race */
function allowance(race) {
  if (race.startsWith("verify")) return 1.1;
  if (/^(custom policy, )?RSA/.test(race)) return 1.03;
  return /^(custom policy, )?P-256/.test(race) ? 1.1 : undefined;
}

/** @param {Raw} raw @returns {Criterion[]} */
function races({ overhead }) {
  const found = [];
  for (const { runtime: where, results } of overhead) {
    for (const [race, modes] of Object.entries(results)) {
      for (const [mode, costs] of Object.entries(modes)) {
        const of = (/** @type {string} */ name) =>
          costs.find(({ subject }) => subject === name)?.against ?? {};
        const [byHand, perRequest] = [of(ours)["by hand"], of("signer per request")[ours]];
        const limit = allowance(race);
        if (byHand && limit) found.push(atMost(`${race}, ${mode}, against by hand`, where, byHand, limit));
        if (perRequest)
          found.push(
            atMost(`${race}, ${mode}: a signer per request, against a kept one`, where, perRequest, 1.1),
          );
      }
    }
  }
  return found;
}

/** Constant memory, however many URLs. @param {Raw} raw @returns {Criterion[]} */
function memory({ growth }) {
  const found = [];
  for (const where of unique(growth.map(({ runtime }) => runtime))) {
    for (const mode of ["signUrls", "grant"]) {
      const rows = growth.filter((row) => row.runtime === where && row.mode === mode && row.peakBytes);
      const [from, to] = [rows.find(({ count }) => count === 1000), rows.at(-1)];
      if (!from?.peakBytes || !to?.peakBytes || from === to) continue;
      const megabytes = (to.peakBytes - from.peakBytes) / 1e6;
      found.push({
        what: `${mode}, ${to.count.toLocaleString("en")} URLs: memory beyond that of 1,000`,
        where,
        limit: "≤ 80 MB",
        seen: `${digits(megabytes)} MB`,
        met: megabytes <= 80,
      });
    }
  }
  return found;
}

/** @param {Raw} raw @returns {Criterion[]} */
const sectionGoals = ({ sections: measured }) =>
  sections.flatMap(({ name, goals }) =>
    (measured[name] ?? []).flatMap(({ runtime: where, result }) =>
      (goals?.(result, where) ?? []).map((goal) => ({ ...goal, where })),
    ),
  );

/** @param {Raw} raw */
export const criteria = (raw) => [
  ...wholeProcesses(raw),
  ...races(raw),
  ...memory(raw),
  ...sectionGoals(raw),
];

/** For the terminal. @param {Criterion[]} found @param {Raw} raw */
export function criteriaText(found, { isQuick }) {
  const missed = found.filter(({ met }) => !met);
  const lines = missed.map(
    ({ what, where, limit, seen }) => `missed  ${runtimeName(where)}: ${what}: ${seen} (${limit})`,
  );
  const note = isQuick ? "; a quick run proves nothing, it shows that everything works" : "";
  return [...lines, `${found.length - missed.length} of ${found.length} targets met${note}`].join("\n");
}
