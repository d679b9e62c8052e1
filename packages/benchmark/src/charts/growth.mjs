// The charts from 1 to a million URLs.
import { figure } from "../stats.mjs";
import { lines } from "./lines.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("./render.mjs").Chart} Chart */

/** @param {Raw} raw @returns {Chart} */
export function growth({ growth: all }) {
  const rows = all.filter(({ runtime }) => runtime === "node24");
  /** @param {(row: import("../raw.mjs").Growth) => import("../raw.mjs").Figure | undefined} read */
  const points = (read) =>
    rows.flatMap((row) => {
      const y = read(row);
      return y ? [{ series: row.mode, x: row.count, y }] : [];
    });
  return {
    title: "From 1 to a million URLs, Node.js 24",
    note: "P-256; the grant without its one signature; logarithmic scales",
    description:
      "Two line charts by number of URLs, for Promise.all, signUrls and a grant: microseconds per URL, and memory.",
    spec: lines(
      [
        { title: "Time per URL", x: "URLs", y: "µs", points: points(({ microseconds }) => microseconds) },
        {
          title: "Peak memory of the process",
          x: "URLs",
          y: "MB",
          points: points(({ peakBytes }) => (peakBytes ? figure([peakBytes / 1e6]) : undefined)),
        },
      ],
      [
        { name: "Promise.all", kind: "ec" },
        { name: "signUrls", kind: "ours" },
        { name: "grant", kind: "grant" },
      ],
    ),
  };
}
