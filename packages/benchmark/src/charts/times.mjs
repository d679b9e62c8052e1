// The chart of whole processes.
import { meaning } from "../pages/scripts.mjs";
import { processes } from "../pages/whole-process.mjs";
import { ours, sdk } from "../subjects.mjs";
import { digits } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function wholeProcess({ wholeProcess: all, host }) {
  const time = (/** @type {string} */ subject) => processes(all).of("node", subject);
  const [parallel, aws, once] = [`${ours} --parallel`, sdk, `${sdk}, KeyObject`].map(
    (subject) => `${digits(time(subject).median)} ms`,
  );
  return {
    title: `${all.urls} URLs: ${parallel} with Promise.all; AWS SDK\n${aws}, or ${once} with a KeyObject`,
    note: `a script, from start to exit; median and 95 % interval\nRSA-2048, Node.js 24, ${host.cores} cores; KeyObject: a key parsed once`,
    description: `Bar chart of the milliseconds of whole processes that sign ${all.urls} URLs.`,
    spec: bars([
      {
        title: "whole process [ms]",
        unit: "ms",
        // The other rows, and the other runtimes, are in the tables.
        rows: [...Object.keys(meaning), "startup"].map((subject) => ({
          label: (meaning[subject] ?? short(subject)).replaceAll("`", ""),
          kind: kindOf(subject),
          value: time(subject),
        })),
      },
    ]),
  };
}
