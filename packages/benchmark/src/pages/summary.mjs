// The summary at the top of docs/benchmarks.md.
import { runtimeName } from "../charts.mjs";
import { figure, overlap } from "../stats.mjs";
import { digits, table, withInterval, withSpread } from "../text.mjs";
import { compared, isRival, old, ours, processes, sdk, unique } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */
/** @typedef {import("../criteria.mjs").Criterion} Criterion */

/**
 * Explains each of our rows to readers who do not know the program.
 * @type {Record<string, string>}
 */
const meaning = {
  [old]: `\`${old}\``,
  [sdk]: `\`${sdk}\`, key as PEM`,
  [`${sdk}, KeyObject`]: `\`${sdk}\`, \`KeyObject\` made once`,
  [`${ours} --parallel --cache`]: "this package, key imported once, `Promise.all`",
  [`${ours} --cache`]: "this package, key imported once, one after the other",
  [ours]: "this package, key imported for each URL, one after the other",
  [`${ours} --grant`]: "this package, one grant: one signature for all 100",
};

/** @param {Raw} raw */
export function fasterSection(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const rivals = subjects.filter(isRival);
  const names = Object.keys(meaning).filter((subject) => subjects.includes(subject));
  const rows = names.map((subject) => [
    meaning[subject] ?? subject,
    ...runtimes.map((runtime) => {
      const time = of(runtime, subject);
      if (isRival(subject)) return withSpread(time);
      const [best = time] = rivals.map((rival) => of(runtime, rival)).sort((a, b) => a.median - b.median);
      return `${withSpread(time)}: ${compared(time, best)}`;
    }),
  ]);
  const script = table(
    [`a script that signs ${raw.wholeProcess.urls} URLs [ms]`, ...runtimes.map(runtimeName)],
    rows,
  );

  const served = unique(raw.server.map(({ runtime }) => runtime));
  const variants = unique(raw.server.map(({ variant }) => variant)).filter((variant) => variant !== "off");
  const load = variants.map((variant) => [
    variant
      .replace("ours", "this package")
      .replace(/^aws-sdk$/, `${meaning[sdk]}`)
      .replace("aws-sdk, KeyObject", `${meaning[`${sdk}, KeyObject`]}`),
    ...served.map((runtime) =>
      withSpread(
        raw.server.find((row) => row.runtime === runtime && row.variant === variant)?.requests ?? figure([]),
      ),
    ),
  ]);
  const server = table(["a server: signed URLs per second", ...served.map(runtimeName)], load);
  return `${script}\n\nOurs are compared with the fastest of the others in the same column. What signs at once, as the server does too, has all
${raw.host.cores} cores; the others sign on one, whatever the machine has.\n\n${server}`;
}

/** The rows in which another library is as fast or faster, in words. @param {Raw} raw */
export function asFast(raw) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  /**
   * @param {string} what
   * @param {string} runtime
   * @param {Figure} mine
   * @param {Figure} theirs
   * @param {string} unit
   */
  const compare = (what, runtime, mine, theirs, unit) => {
    if (mine.high < theirs.low) return;
    const verdict = overlap(mine, theirs)
      ? "no difference seen"
      : `the other is faster, ${withInterval(theirs)} against ${withInterval(mine)} ${unit}`;
    found.set(what, [...(found.get(what) ?? []), `${runtimeName(runtime)}: ${verdict}`]);
  };
  const { runtimes, subjects, of } = processes(raw);
  for (const subject of subjects.filter((name) => name.startsWith(ours))) {
    for (const rival of subjects.filter(isRival)) {
      const what = `whole process, \`${subject}\` and \`${rival}\``;
      for (const runtime of runtimes) compare(what, runtime, of(runtime, subject), of(runtime, rival), "ms");
    }
  }
  for (const { runtime, results } of raw.overhead) {
    const costs = results["RSA-2048, SHA-1"]?.serial ?? [];
    const mine = costs.find(({ subject }) => subject === ours);
    for (const { subject, microseconds } of mine ? costs.filter((one) => isRival(one.subject)) : []) {
      const what = `one URL at a time in a warm process, \`${subject}\``;
      if (mine) compare(what, runtime, mine.microseconds, microseconds, "µs");
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

/** The goals of one kind, with a row for each and a column for each runtime. @param {Criterion[]} goals */
export function goalTable(goals) {
  const at = (/** @type {Criterion} */ { where }) => (where === "node" ? "node24" : where);
  const order = ["node20", "node22", "node24", "node26", "bun", "deno"];
  const runtimes = order.filter((name) => goals.some((goal) => at(goal) === name));
  const rows = unique(goals.map(({ what }) => what)).map((what) => {
    const same = goals.filter((goal) => goal.what === what);
    const cells = runtimes.map((runtime) => {
      const goal = same.find((one) => at(one) === runtime);
      if (!goal) return "";
      const seen = goal.brief ?? goal.seen;
      return goal.met ? seen : `**missed**: ${seen}`;
    });
    const name = what.replace(", against raw", "").replace(/--\w+(?: --\w+)*/, "`$&`");
    return [name, same[0]?.limit ?? "", ...cells];
  });
  return table(["", "target", ...runtimes.map(runtimeName)], rows, 2);
}

/** @param {Raw} raw */
export function adviceSection(raw) {
  const { of } = processes(raw);
  const node = raw.overhead.find(({ runtime }) => runtime === "node24");
  const cost = (/** @type {string} */ key, /** @type {string} */ subject) =>
    node?.results[key]?.serial.find((one) => one.subject === subject)?.microseconds ?? figure([]);
  const [rsa, ec] = [cost("RSA-2048, SHA-1", ours), cost("P-256, SHA-256", ours)];
  const gain = (/** @type {string} */ slow, /** @type {string} */ fast) =>
    compared(of("node", `${ours}${fast}`), of("node", `${ours}${slow}`));
  const keyObject = cost("RSA-2048, SHA-1", `${sdk}, KeyObject`);
  const stay = `
5. If you sign one URL at a time with RSA in Node.js, and nothing else has to go on meanwhile, speed is no reason to change: with a
   \`KeyObject\` that is made once, \`${sdk}\` takes ${withSpread(keyObject)} µs, this package ${withSpread(rsa)}.`;
  return `1. Make one signer and keep it, or pass the same \`key\` object. A process of ${raw.wholeProcess.urls} URLs, Node.js 24: ${gain("", " --cache")}.
2. Sign at once what you need at once, with \`signUrls\` or \`Promise.all\`. The same process: ${gain(" --cache", " --parallel --cache")} as with 1 alone.
3. Give one viewer many URLs by a grant: ${withSpread(node?.grant ?? figure([]))} µs for each URL after the one signature.
4. Use a P-256 key if you may choose. One at a time, Node.js 24, against RSA: ${compared(ec, rsa)}.${keyObject.median < rsa.median ? stay : ""}

More, with what each gains: [performance.md](performance.md).`;
}

/** @param {Criterion[]} goals */
export function missedLine(goals) {
  const missed = goals.filter(({ met }) => !met);
  const beyond = missed.filter(({ isFloorMet }) => isFloorMet === false);
  return `**${missed.length} of ${goals.length} targets were missed.** ${beyond.length} of these were missed as well by the program that does the least for the same
end: no package, no check of a key or a URL (\`limit…\`, *by hand*). The other ${missed.length - beyond.length} are what this package costs.`;
}
