// The parts of the pages about whole processes.
import { runtimeName } from "../charts.mjs";
import { difference, figure, overlap, quotient } from "../stats.mjs";
import { table, withInterval, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

export const ours = "cloudfront-sign-webcrypto";
export const [sdk, old] = ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];

/** @param {string} subject */
export const isRival = (subject) => subject.startsWith(sdk) || subject === old;

/** @param {string[]} values */
export const unique = (values) => [...new Set(values)];

/** Compares two times in words. @param {Figure} mine @param {Figure} theirs */
export function compared(mine, theirs) {
  if (overlap(mine, theirs)) return "no difference seen";
  const isFaster = mine.median < theirs.median;
  const times = isFaster ? quotient(theirs, mine) : quotient(mine, theirs);
  const decimals = times.median < 1.2 ? 2 : times.median < 10 ? 1 : 0;
  const text = withInterval(times, (value) => value.toFixed(decimals)).replace(" ", "× ");
  return isFaster ? `${text} as fast` : `**slower**, ${text} the time`;
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
  const head = [
    `whole process, ${wholeProcess.urls} URLs`,
    ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`),
  ];
  // Rows that only explain others are in docs/benchmarks.md.
  const shown = subjects.filter((subject) => !/^(program|limit-)/.test(subject));
  const rows = shown.map((subject) => [
    `\`${subject}\``,
    ...runtimes.map((runtime) => withSpread(of(runtime, subject))),
  ]);
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
  const rivals = subjects.filter(isRival);
  const parts = runtimes.map((runtime) => {
    const startup = of(runtime, "startup");
    const rows = subjects.map((subject) => {
      const time = of(runtime, subject);
      const net = subject === "startup" ? "" : withSpread(difference(time, startup));
      const isOurs = subject.startsWith(ours);
      return [
        `\`${subject}\``,
        withSpread(time),
        net,
        ...rivals.map((rival) => (isOurs ? compared(time, of(runtime, rival)) : "")),
      ];
    });
    const head = [
      "subject",
      "median [ms]",
      "without start-up [ms]",
      ...rivals.map((rival) => `against \`${rival}\``),
    ];
    return `### ${withVersion(raw, runtime)}\n\n${table(head, rows)}`;
  });
  return parts.join("\n\n");
}
