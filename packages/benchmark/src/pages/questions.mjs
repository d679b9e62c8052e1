// The three questions of docs/benchmarks.md, answered from the results.
import { figure, overlap } from "../stats.mjs";
import { groups, importEach, isRival, old, ours, sdk } from "../subjects.mjs";
import { digits, runtimeName, table, withSpread } from "../text.mjs";
import { compared, processes } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/** The rows of bench.sh in words. @type {Record<string, string>} */
const meaning = {
  [old]: `\`${old}\``,
  [sdk]: `\`${sdk}\`, key as PEM`,
  [`${sdk}, KeyObject`]: `\`${sdk}\`, \`KeyObject\` made once`,
  [ours]: "this package, one `await` after the other",
  [`${ours} --parallel`]: "this package, `Promise.all`",
  [`${ours} --grant`]: "this package, one grant for all URLs",
};

/**
 * Times of whole processes; ours are compared with the fastest of the others.
 * @param {Raw} raw
 * @param {string} title
 * @param {string} suffix of the rows' names
 */
function scripts({ wholeProcess }, title, suffix) {
  const { runtimes, subjects, of } = processes(wholeProcess);
  const names = Object.keys(meaning).filter((name) => subjects.includes(name + suffix));
  const rows = names.map((name) => [
    meaning[name] ?? "",
    ...runtimes.map((runtime) => {
      const time = of(runtime, name + suffix);
      if (isRival(name)) return withSpread(time);
      const rivals = names.filter(isRival).map((rival) => of(runtime, rival + suffix));
      const [best = time] = rivals.sort((a, b) => a.median - b.median);
      return `${withSpread(time)}: ${compared(time, best)}`;
    }),
  ]);
  return table([title, ...runtimes.map(runtimeName)], rows);
}

/** @param {Raw} raw */
export const fasterSection = (
  raw,
) => `${scripts(raw, `a script that signs ${raw.wholeProcess.urls} URLs [ms]`, "")}

${scripts(raw, "a script that signs 1 URL and exits [ms]", ", 1 URL")}

Rows of this package are compared with the fastest of the others in the same column. \`Promise.all\` uses all
${raw.host.cores} cores; the other libraries sign on one core, whatever the machine has.`;

/**
 * Where another library is as fast or faster, in few words.
 * @param {Raw} raw
 */
export function othersSection(raw) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  /** @param {string} what @param {string} runtime @param {Figure} mine @param {Figure} theirs @param {string} unit */
  const compare = (what, runtime, mine, theirs, unit) => {
    if (mine.high < theirs.low) return;
    const verdict = overlap(mine, theirs)
      ? "no difference seen"
      : `faster, ${digits(theirs.median)} against ${digits(mine.median)} ${unit}`;
    found.set(what, [...(found.get(what) ?? []), `${runtimeName(runtime)}: ${verdict}`]);
  };
  const { runtimes, of } = processes(raw.wholeProcess);
  for (const names of Object.values(groups).map(Object.keys)) {
    for (const subject of names.filter((name) => name.startsWith(ours) && name !== importEach)) {
      for (const rival of names.filter(isRival)) {
        const what = `whole process, \`${rival}\` and \`${subject}\``;
        for (const runtime of runtimes)
          compare(what, runtime, of(runtime, subject), of(runtime, rival), "ms");
      }
    }
  }
  for (const { runtime, results } of raw.overhead) {
    for (const [race, { serial }] of Object.entries(results)) {
      const mine = serial.find(({ subject }) => subject === ours);
      for (const { subject, microseconds } of mine ? serial.filter((cost) => isRival(cost.subject)) : [])
        compare(
          `one URL at a time, ${race}, \`${subject}\``,
          runtime,
          mine?.microseconds ?? figure([]),
          microseconds,
          "µs",
        );
    }
  }
  const [mine, ...others] = raw.sizes.packages;
  const smaller = others
    .filter(({ gzipped }) => mine && gzipped <= mine.gzipped)
    .map(
      ({ name, gzipped }) =>
        `- size: \`${name}\` is smaller, ${digits(gzipped / 1000)} against ${digits((mine?.gzipped ?? 0) / 1000)} kB`,
    );
  const faster = [...found].map(([what, verdicts]) => `- ${what}: ${verdicts.join("; ")}`);
  return [...faster, ...smaller].join("\n") || "Nowhere in this run.";
}

/** Ours against the raw operation, and in parentheses against the program by hand. @param {Raw} raw */
export function costSection({ overhead }) {
  const races = Object.keys(overhead[0]?.results ?? {});
  const times = (/** @type {Figure | undefined} */ ratio) => (ratio ? `${ratio.median.toFixed(2)}x` : "–");
  const rows = races.flatMap((race) =>
    /** @type {const} */ ([
      ["serial", "one at a time"],
      ["parallel", "100 at once"],
    ]).map(([mode, words]) => [
      `${race.startsWith("verify") || !/^(RSA|P-256)/.test(race) ? race : `sign, ${race}`}, ${words}`,
      ...overhead.map(({ results }) => {
        const { against = {} } = results[race]?.[mode].find(({ subject }) => subject === ours) ?? {};
        return `${times(against.raw)} (${times(against["by hand"])})`;
      }),
    ]),
  );
  return table(["", ...overhead.map(({ runtime }) => runtimeName(runtime))], rows);
}

/** @param {Raw} raw */
export function adviceSection(raw) {
  const { of } = processes(raw.wholeProcess);
  const node = raw.overhead.find(({ runtime }) => runtime === "node24");
  const cost = (/** @type {string} */ race, /** @type {string} */ subject) =>
    node?.results[race]?.serial.find((one) => one.subject === subject);
  const time = (/** @type {string} */ race, /** @type {string} */ subject) =>
    cost(race, subject)?.microseconds ?? figure([]);
  const [rsaRace, ecRace] = ["RSA-2048, SHA-1", "P-256, SHA-256"];
  const [rsa, ec] = [time(rsaRace, ours), time(ecRace, ours)];
  const perRequest = cost(ecRace, "signer per request")?.against[ours] ?? figure([]);
  const keyObject = time(rsaRace, `${sdk}, KeyObject`);
  const parallel = compared(of("node", `${ours} --parallel`), of("node", ours));
  return `The figures are those of Node.js 24.

1. Make a signer where you need it. The key is imported once per process: a signer per request takes
   ${perRequest.median.toFixed(2)}x the time of a kept one (P-256, one URL at a time).
2. Sign at once what you need at once, with \`signUrls\` or \`Promise.all\`. A script of ${raw.wholeProcess.urls} URLs: ${parallel}.
3. Give one viewer many URLs by a grant: ${withSpread(node?.grant ?? figure([]))} µs for each URL after the one signature.
4. Use a P-256 key if you may choose. One URL at a time, against RSA: ${compared(ec, rsa)}.
5. Stay with the AWS SDK if you sign one URL at a time with RSA, wait for it, and do nothing else meanwhile: with a
   \`KeyObject\` it takes ${withSpread(keyObject)} µs for each, this package ${withSpread(rsa)}.

[performance.md](performance.md) says more about each.`;
}
