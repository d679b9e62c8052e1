// The chart of whole processes.
import { figure } from "../stats.mjs";
import { groups, ours } from "../subjects.mjs";
import { runtimeName } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("./render.mjs").Chart} Chart */

/** A chart has ten bars at most: these rows, and the other runtimes, are in the tables. */
const besides = [`${ours} --cache`, `${ours} --parallel`];

/** @param {Raw} raw @returns {Chart} */
export function wholeProcess({ wholeProcess: { urls, results } }) {
  const panels = ["node"].map((runtime) => ({
    title: runtimeName(runtime),
    rows: results
      .filter((row) => row.runtime === runtime && (row.subject in groups.many || row.subject === "startup"))
      .filter(({ subject }) => !besides.includes(subject))
      .map(({ subject, times }) => ({
        label: short(subject),
        kind: kindOf(subject),
        value: figure(times.map((seconds) => seconds * 1000)),
      })),
  }));
  return {
    title: `A script that signs ${urls} URLs and exits`,
    note: "whole process, RSA-2048; median and 95 % interval; less is better\nKeyObject: the key is parsed once",
    description: `Bar chart of the milliseconds of whole processes that sign ${urls} URLs.`,
    spec: bars(panels, "ms", { limit: "no library", ours: "this package", rival: "others" }),
  };
}
