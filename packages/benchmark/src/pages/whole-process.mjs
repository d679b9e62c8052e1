// What the pages say of whole processes, and where a rival is as fast.
import { runtimeName } from "../charts.mjs";
import { figure, overlap } from "../stats.mjs";
import { digits, table, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

export const ours = "cloudfront-sign-webcrypto";
export const [sdk, old] = ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];

/** @param {string[]} values */
export const unique = (values) => [...new Set(values)];

/** How one time stands to another. @param {Figure} mine @param {Figure} theirs */
export function compared(mine, theirs) {
  if (overlap(mine, theirs)) return "no difference seen";
  const times = theirs.median / mine.median;
  return times > 1 ? `${times.toFixed(2)}× as fast` : `**slower**, ${(1 / times).toFixed(2)}× the time`;
}

/** Milliseconds of whole processes. @param {Raw} raw */
export function processes({ wholeProcess: { results } }) {
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

/** The README's short table. @param {Raw} raw */
export function readmeBlock(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const { date, host, wholeProcess } = raw;
  const head = [`whole process, ${wholeProcess.urls} URLs`, ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`)];
  // What only explains the others is in docs/benchmarks.md.
  const shown = subjects.filter((subject) => !/^(program|limit-)|KeyObject$/.test(subject));
  const rows = shown.map((subject) => [`\`${subject}\``, ...runtimes.map((runtime) => withSpread(of(runtime, subject)))]);
  return [
    table(head, rows),
    "",
    `Medians and 95 % intervals of whole processes, one RSA-2048 key, SHA-1; \`startup\` is an empty program, \`limit\` is`,
    `\`crypto.subtle.sign\` alone on ready bytes. ${date.slice(0, 10)}, ${host.cpu}, ${host.cores} cores${raw.isQuick ? ", a quick run" : ""}.`,
    "Everything else, also where others are as fast: [docs/benchmarks.md](docs/benchmarks.md); what to do for speed:",
    "[docs/performance.md](docs/performance.md).",
  ].join("\n");
}

/** @param {Raw} raw @param {string} runtime */
const withVersion = ({ versions }, runtime) =>
  `${runtimeName(runtime).split(" ")[0]} ${versions[runtime === "node" ? "node24" : runtime] ?? ""}`;

/** @param {Raw} raw */
export function wholeProcessSection(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const parts = runtimes.map((runtime) => {
    const startup = of(runtime, "startup");
    const rows = subjects.map((subject) => {
      const time = of(runtime, subject);
      const net = subject === "startup" ? "" : digits(time.median - startup.median);
      const isOurs = subject.startsWith(ours);
      return [
        `\`${subject}\``,
        withSpread(time),
        net,
        isOurs ? compared(time, of(runtime, sdk)) : "",
        isOurs ? compared(time, of(runtime, old)) : "",
      ];
    });
    const head = ["subject", "median [ms]", "without start-up [ms]", `against \`${sdk}\``, `against \`${old}\``];
    return `### ${withVersion(raw, runtime)}\n\n${table(head, rows)}`;
  });
  return parts.join("\n\n");
}

/** Where a rival is as fast as we are, or faster, in so many words. @param {Raw} raw */
export function asFast(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const found = [];
  for (const runtime of runtimes) {
    for (const subject of subjects.filter((name) => name.startsWith(ours))) {
      for (const rival of subjects.filter((name) => name.startsWith(sdk) || name === old)) {
        const [mine, theirs] = [of(runtime, subject), of(runtime, rival)];
        if (mine.high < theirs.low) continue;
        const verdict = overlap(mine, theirs)
          ? "no difference seen"
          : `the other is faster, ${digits(theirs.median)} against ${digits(mine.median)} ms`;
        found.push(`- whole process, ${runtimeName(runtime)}, \`${subject}\` and \`${rival}\`: ${verdict}`);
      }
    }
  }
  for (const { runtime, results } of raw.overhead) {
    const costs = results["RSA-2048, SHA-1"]?.serial ?? [];
    const mine = costs.find(({ subject }) => subject === ours);
    for (const { subject, microseconds } of costs.filter((one) => one.subject.startsWith(sdk) || one.subject === old)) {
      if (!mine || mine.microseconds.high < microseconds.low) continue;
      const verdict = overlap(mine.microseconds, microseconds)
        ? "no difference seen"
        : `the other is faster, ${digits(microseconds.median)} against ${digits(mine.microseconds.median)} µs`;
      found.push(`- one URL at a time in a warm process, ${runtimeName(runtime)}, \`${subject}\`: ${verdict}`);
    }
  }
  return found.length > 0 ? found.join("\n") : "Nowhere in this run.";
}
