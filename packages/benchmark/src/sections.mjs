// Measurements with a section of their own. Each has a function that measures in one runtime and one that
// makes the rows of the page. The raw results keep the result under the name of the section.
import { runScript } from "./runtimes.mjs";
import { figure } from "./stats.mjs";
import { digits, withInterval, withSpread } from "./text.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {{ p50: number, max: number }} Answer milliseconds */
/**
 * @typedef {{ raw: Record<string, Figure>, ours: Record<string, Figure>, beyond: Figure }} Cold beyond: ours less
 * raw, of processes that ran one after the other
 */

/**
 * @typedef {object} Section
 * @property {string} name in the raw results
 * @property {string} heading
 * @property {string} intro what it measures, and how
 * @property {string[]} [runtimes] the runtimes, if not all three
 * @property {(runtime: string, isQuick: boolean) => Promise<any>} measure
 * @property {string[]} head the headings after the runtime
 * @property {(result: any) => (string | number)[][]} rows
 * @property {(result: any, runtime: string) => import("./criteria.mjs").Goal[]} [goals]
 */

/**
 * The steps of cold.mjs, each in a number of fresh processes that take turns.
 * @param {string} runtime
 * @param {number} runs
 * @returns {Promise<Cold>}
 */
async function coldSteps(runtime, runs) {
  /** @type {Record<"raw" | "ours", Record<string, number>[]>} */
  const all = { raw: [], ours: [] };
  /** @type {("raw" | "ours")[]} */
  const both = ["raw", "ours"];
  for (let run = -1; run < runs; run++) {
    for (const who of run % 2 ? both : [...both].reverse()) {
      const steps = await runScript(runtime, "cold.mjs", [who]);
      // The first run only fills the file cache of the system.
      if (run >= 0) all[who].push({ ...steps, [firstUrl]: sum(Object.values(steps)) });
    }
  }
  /** @param {Record<string, number>[]} measured */
  const figures = (measured) =>
    Object.fromEntries(
      Object.keys(measured[0] ?? {}).map((step) => [step, figure(measured.map((one) => one[step] ?? 0))]),
    );
  const beyond = all.ours.map((steps, i) => (steps[firstUrl] ?? 0) - (all.raw[i]?.[firstUrl] ?? 0));
  return { raw: figures(all.raw), ours: figures(all.ours), beyond: figure(beyond) };
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

const firstUrl = "all, to the first URL";

/** @type {Section[]} */
export const sections = [
  {
    name: "cold",
    heading: "The first URL of a process",
    intro: `Each step is timed in new processes, with an RSA-2048 key. *raw* is \`crypto.subtle\` alone, on a key that only has to be decoded. *ours*
is \`createCloudFrontSigner\` and \`signUrl\`.`,
    measure: (runtime, isQuick) => coldSteps(runtime, isQuick ? 3 : 25),
    head: ["step", "raw [ms]", "ours [ms]"],
    /** @param {Cold} result */
    rows: ({ raw, ours }) =>
      Object.entries(ours).map(([step, time]) => [
        step,
        raw[step] ? withSpread(raw[step]) : "–",
        withSpread(time),
      ]),
    /** @param {Cold} result @param {string} runtime */
    goals: ({ beyond }, runtime) =>
      runtime === "deno"
        ? []
        : [
            {
              what: "first URL of a process, beyond raw",
              limit: "≤ 2.5 ms",
              seen: `${withInterval(beyond)} ms`,
              met: beyond.median <= 2.5,
            },
          ],
  },
  {
    name: "playlists",
    heading: "Playlists",
    intro: `A grant signs an HLS playlist of 100,000 segments, as text and as a stream. For comparison, the same output is copied without
signing. MB/s counts the megabytes of the output. *Memory* is how much the memory of the process grows after the first tenth of a
stream that is ten times as long.`,
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
    goals: ({ memory }) => [
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
    intro: `Input that someone could send to keep a verifier busy, and the milliseconds until the answer: the median, and
in parentheses the longest. *explainWithKey* tries every known cause of a signature that does not fit.`,
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
