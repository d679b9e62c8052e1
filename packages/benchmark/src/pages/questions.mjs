// The three questions of docs/benchmarks.md, answered from the results.
import { costInNode } from "../raw.mjs";
import { figure } from "../stats.mjs";
import { groups, importEach, isRival, old, ours, sdk } from "../subjects.mjs";
import { digits, runtimeName, table, unique, withSpread } from "../text.mjs";
import { kilobytes } from "./tables.mjs";
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
export function fasterSection(raw) {
  const { of } = processes(raw.wholeProcess);
  const rivals = Object.keys(groups.many).filter(isRival);
  const [best = sdk] = rivals.sort((a, b) => of("node", a).median - of("node", b).median);
  const against = (/** @type {string} */ rival) => {
    const gain = (/** @type {string} */ flags) => compared(of("node", ours + flags), of("node", rival));
    return `- against ${meaning[rival]}: ${gain("")} with one \`await\` after the other, ${gain(" --parallel")}
  with \`Promise.all\`, ${gain(" --grant")} with a grant`;
  };
  const { urls } = raw.wholeProcess;
  return `A script of ${urls} URLs in Node.js 24:

${unique([sdk, best]).map(against).join("\n")}

${scripts(raw, `a script that signs ${urls} URLs [ms]`, "")}

${scripts(raw, "a script that signs 1 URL and exits [ms]", ", 1 URL")}

Rows of this package are compared with the fastest of the others in the same column. \`Promise.all\` uses all
${raw.host.cores} cores; the other libraries sign on one core, whatever the machine has.`;
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
  for (const { runtime, results } of raw.overhead) {
    for (const [race, { serial }] of Object.entries(results)) {
      const own = serial.find(({ subject }) => subject === ours)?.microseconds;
      for (const { subject, microseconds } of serial.filter((cost) => own && isRival(cost.subject)))
        if (own)
          compare(`one URL at a time in a warm process, ${race}`, subject, runtime, own, microseconds, "µs");
    }
  }
  return found;
}

/** Where another library is smaller. @param {import("../sizes.mjs").Sizes} sizes */
function smallerLines({ packages: [mine, ...others] }) {
  if (!mine) return [];
  /** @param {"bytes" | "gzipped"} size */
  const rivals = (size) => {
    const names = others
      .filter((other) => other[size] <= mine[size])
      .map((other) => `\`${other.name}\` (${kilobytes(other[size])})`);
    return names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} smaller` : "";
  };
  return [
    { what: `installed, ${kilobytes(mine.bytes)}`, smaller: rivals("bytes") },
    { what: `bundled and gzipped, ${kilobytes(mine.gzipped)}`, smaller: rivals("gzipped") },
  ].flatMap(({ what, smaller }) => (smaller ? `- ${what}: ${smaller}` : []));
}

/**
 * Where another library is as fast, faster or smaller.
 * @param {Raw} raw
 * @param {import("../sizes.mjs").Sizes} sizes
 */
export function othersSection(raw, sizes) {
  const all = lost(raw);
  const lines = unique(all.map(({ mine }) => mine)).map((mine) => {
    const verdicts = [true, false].flatMap((isFaster) => {
      const same = all.filter((one) => one.mine === mine && one.isFaster === isFaster);
      const names = unique(same.map(({ rival }) => rival)).map((rival) => {
        const where = same.filter((one) => one.rival === rival).map((one) => one.where);
        return `\`${rival.split(", P-256")[0]?.split(", 1 URL")[0]}\` ${isFaster ? "is faster " : ""}(${where.join(", ")})`;
      });
      return names.length ? [`${isFaster ? "" : "no difference seen from "}${names.join(", ")}`] : [];
    });
    return `- ${mine}: ${verdicts.join("; ")}`;
  });
  return [...lines, ...smallerLines(sizes)].join("\n") || "Nowhere in this run.";
}

/** The page shows races with an operation of WebCrypto; the report shows all. @param {string} race */
const isShown = (race) => /P-256|RSA/.test(race) && !/custom policy|cookies/.test(race);

/** Ours against the raw operation, and in parentheses against the program by hand. @param {Raw} raw */
export function costSection(raw) {
  const { overhead } = raw;
  const races = Object.keys(overhead[0]?.results ?? {}).filter(isShown);
  const times = (/** @type {Figure | undefined} */ ratio) => (ratio ? `${ratio.median.toFixed(2)}x` : "–");
  const inNode = (/** @type {string} */ race) => times(costInNode(raw, race, ours).against.raw);
  const rows = races.flatMap((race) => {
    const name = race.startsWith("P-256") || race.startsWith("RSA") ? `sign, ${race}` : race;
    return /** @type {const} */ (["serial", "parallel"])
      .filter((mode) => overhead[0]?.results[race]?.[mode].length)
      .map((mode) => [
        `${name}, ${mode === "serial" ? "one at a time" : "100 at once"}`,
        ...overhead.map(({ results }) => {
          const { against = {} } = results[race]?.[mode].find(({ subject }) => subject === ours) ?? {};
          return `${times(against.raw)} (${times(against["by hand"])})`;
        }),
      ]);
  });
  const head = ["", ...overhead.map(({ runtime }) => runtimeName(runtime))];
  return `In Node.js 24, one signed URL at a time takes ${inNode("RSA-2048, SHA-1")} the time of \`crypto.subtle\` alone with RSA, and
${inNode("P-256, SHA-256")} with P-256.

Each cell is the time of this package divided by the time of \`crypto.subtle\` alone on prepared bytes: 1.05x is 5 % more time. The
number in parentheses compares this package with a program that does the same work, written by hand for this one input: below 1x,
this package is faster.
\`restrictViewerAccess\` checks a request before a server or a Worker answers it.

${table(head, rows)}`;
}

/** @param {Raw} raw */
export function adviceSection(raw) {
  const { of } = processes(raw.wholeProcess);
  const [rsaRace, ecRace] = ["RSA-2048, SHA-1", "P-256, SHA-256"];
  const { microseconds: rsa } = costInNode(raw, rsaRace, ours);
  const { microseconds: ec } = costInNode(raw, ecRace, ours);
  const { microseconds: keyObject } = costInNode(raw, rsaRace, `${sdk}, KeyObject`);
  const { microseconds: grant } = costInNode(raw, "grant.signUrl", ours);
  const perRequest = costInNode(raw, ecRace, "signer per request").against[ours] ?? figure([]);
  const parallel = compared(of("node", `${ours} --parallel`), of("node", ours));
  const { microseconds: pem } = costInNode(raw, rsaRace, sdk);
  return `The figures are those of Node.js 24.

1. Make a signer wherever you need one, because the process imports the key only once. A new signer in each request takes
   ${perRequest.median.toFixed(2)}x the time of a signer that you keep (P-256, one URL at a time).
2. If you need several URLs, sign them at the same time: a few with \`Promise.all\`, many with \`signUrls\`, which makes 64
   signatures at a time. A script of ${raw.wholeProcess.urls} URLs with \`Promise.all\`, against one \`await\` after the other: ${parallel}.
3. If one viewer needs many URLs, use a grant: after its one signature, each URL takes ${withSpread(grant)} µs.
4. Use a P-256 key if you can choose. One URL at a time, against RSA: ${compared(ec, rsa)}.
5. If you stay with the AWS SDK, make a \`KeyObject\` of the key once: one URL then takes ${withSpread(keyObject)} instead of
   ${withSpread(pem)} µs (RSA; this package ${withSpread(rsa)}). That is enough if you sign one URL at a time and the process does nothing else.

[performance.md](performance.md) says more about each.`;
}
