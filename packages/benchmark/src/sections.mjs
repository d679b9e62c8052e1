// Measurements with a section of their own. Each has a function that measures in one runtime and one that
// makes the rows of the page. The raw results keep the result under the name of the section.
import { runScript } from "./runtimes.mjs";
import { difference, figure } from "./stats.mjs";
import { digits, withSpread } from "./text.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {{ p50: number, max: number }} Answer milliseconds */

/**
 * @typedef {object} Section
 * @property {string} name in the raw results
 * @property {string} heading
 * @property {string} intro what it measures, and how
 * @property {string[]} [runtimes] the runtimes, if not all three
 * @property {(runtime: string, isQuick: boolean) => Promise<any>} measure
 * @property {string[]} head the headings after the runtime
 * @property {(result: any) => (string | number)[][]} rows
 * @property {(result: any) => { what: string, limit: string, seen: string, met: boolean }[]} [goals]
 */

const none = figure([]);

/**
 * The steps of a script, each in a number of fresh processes.
 * @param {string} runtime
 * @param {number} runs
 */
async function coldSteps(runtime, runs) {
  /** @type {Record<string, Record<string, number[]>>} */
  const times = { raw: {}, ours: {} };
  for (let run = -1; run < runs; run++) {
    for (const who of run % 2 ? ["raw", "ours"] : ["ours", "raw"]) {
      const steps = await runScript(runtime, "cold.mjs", [who]);
      // The first run only fills the file cache of the system.
      if (run < 0) continue;
      for (const [step, time] of Object.entries(steps)) {
        const of = times[who] ?? {};
        of[step] = [...(of[step] ?? []), time];
      }
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([who, steps]) => [
      who,
      Object.fromEntries(Object.entries(steps).map(([step, values]) => [step, figure(values)])),
    ]),
  );
}

/** @type {Section[]} */
export const sections = [
  {
    name: "cold",
    heading: "The first signatures of a process",
    intro: `Where the time of a short process goes: each step is timed in fresh processes that have not done it before. *raw* is \`crypto.subtle\` alone, on a
key that only has to be decoded; *ours* is \`createCloudFrontSigner\` and \`signUrl\`, which check the key and the URL and make text. RSA-2048.`,
    measure: (runtime, isQuick) => coldSteps(runtime, isQuick ? 3 : 15),
    head: ["step", "raw [ms]", "ours [ms]", "difference [ms]"],
    rows: ({ raw, ours }) =>
      Object.keys(ours).map((step) => {
        /** @type {(Figure | undefined)[]} */
        const [least, mine] = [raw[step], ours[step]];
        return [
          step,
          withSpread(least ?? none),
          withSpread(mine ?? none),
          withSpread(mine && least ? difference(mine, least) : (mine ?? none)),
        ];
      }),
  },
  {
    name: "playlists",
    heading: "Playlists",
    intro: `An HLS playlist of 100,000 segments, signed by a grant, as text and as a stream; in turns with a plain copy of what comes out. Megabytes are
of output. Memory: a stream of ten times as many segments, how far it rises after the first tenth.`,
    measure: (runtime, isQuick) => runScript(runtime, "playlists.mjs", [isQuick ? 0.1 : 3]),
    head: ["as", "signed [MB/s]", "copied [MB/s]", "times the copy", "per segment [µs]", "memory [MB]"],
    rows: ({ text, stream, memory }) =>
      Object.entries({ text, stream }).map(
        ([name, { megabytesPerSecond, copyMegabytesPerSecond, timesOfCopy, microsecondsPerSegment }]) => [
          name,
          withSpread(megabytesPerSecond),
          withSpread(copyMegabytesPerSecond),
          withSpread(timesOfCopy),
          digits(microsecondsPerSegment),
          name === "stream" ? digits(memory.growthBytes / 1e6) : "",
        ],
      ),
    goals: ({ text, stream, memory }) => [
      ...Object.entries({ text, stream }).map(([name, { megabytesPerSecond, timesOfCopy }]) => ({
        what: `playlist of 100,000 segments, ${name}: rate, or times the copy`,
        limit: "≥ 200 MB/s or ≤ 3x",
        seen: `${withSpread(megabytesPerSecond)} MB/s, ${withSpread(timesOfCopy)}x`,
        met: megabytesPerSecond.median >= 200 || timesOfCopy.median <= 3,
      })),
      {
        what: "playlist of 1,000,000 segments, stream: growth of the memory",
        limit: "≤ 80 MB",
        seen: `${digits(memory.growthBytes / 1e6)} MB`,
        met: memory.growthBytes <= 80e6,
      },
    ],
  },
  {
    name: "hostile",
    heading: "Hostile input",
    intro: `What someone could send to keep a verifier busy, and how long the answer takes in milliseconds: the median, and in parentheses the
longest. *explainWithKey* tries every known cause of a signature that does not fit.`,
    // It measures our own regular expressions and loops, which are the same in every runtime.
    runtimes: ["node24"],
    measure: (runtime, isQuick) => runScript(runtime, "hostile.mjs", [isQuick ? 2 : 20]),
    head: [
      "input",
      "verifyUrl",
      "verifyCookies",
      "inspectUrl",
      "inspectCookies",
      "explain",
      "explainWithKey",
    ],
    rows: ({ times }) =>
      Object.entries(times).map(([input, answers]) => [
        input,
        ...Object.values(answers).map(
          (/** @type {Answer} */ { p50, max }) => `${digits(p50)} (${digits(max)})`,
        ),
      ]),
    goals({ times, longest }) {
      const medians = Object.values(times).flatMap((answers) =>
        Object.values(answers).map((/** @type {Answer} */ { p50 }) => p50),
      );
      const slowest = Math.max(...medians);
      return [
        {
          what: "hostile input: the slowest answer, median",
          limit: "≤ 50 ms",
          seen: `${digits(slowest)} ms; the longest single one ${digits(longest)} ms`,
          met: slowest <= 50,
        },
      ];
    },
  },
];
