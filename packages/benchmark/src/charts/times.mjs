// The charts of the time that it takes to sign, in a running process and of a whole process, and that others wait meanwhile.
import { comparedLoads, comparedRates } from "../pages/loads.mjs";
import { meaning } from "../pages/scripts.mjs";
import { processes } from "../pages/whole-process.mjs";
import { timeInNode, togetherInNode } from "../raw.mjs";
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
    note: `shorter is better; a script, from start to exit; 95% interval\nRSA-2048, Node.js 24, ${host.cores} cores; KeyObject: a key parsed once`,
    description: `Bar chart of the milliseconds of whole processes that sign ${all.urls} URLs.`,
    spec: bars([
      {
        title: "time of the whole process [ms]",
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

const kind = "URL, only an expiry time";

/** The times of a URL in a running process, with the names that the tables have. Microseconds of one are milliseconds of 1,000. @param {import("../raw.mjs").Raw} raw @returns {import("./bars.mjs").Row[]} */
export const thousandUrls = (raw) =>
  [
    { subject: sdk, value: timeInNode(raw, kind, sdk) },
    { subject: `${sdk}, KeyObject`, value: timeInNode(raw, kind, `${sdk}, KeyObject`) },
    { subject: ours, value: timeInNode(raw, kind, ours) },
    { subject: `${ours} --parallel`, value: togetherInNode(raw, kind, ours) },
    { subject: `${ours} --grant`, value: timeInNode(raw, "URL of a grant", ours) },
  ].map(({ subject, value }) => ({
    label: subject.endsWith("--grant")
      ? "this package, grant (already signed)"
      : (meaning[subject] ?? subject).replaceAll("`", ""),
    kind: kindOf(subject),
    value,
  }));

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function running(raw) {
  const rows = thousandUrls(raw);
  const [, once = Number.NaN, , together = Number.NaN] = rows.map(({ value }) => value.median);
  return {
    title: `With Promise.all on ${raw.host.cores} cores, this package signs\n${(once / together).toFixed(1)} times as fast as the AWS SDK with a KeyObject`,
    note: "shorter is better; a running process; 95% interval; RSA-2048\nNode.js 24; KeyObject: a key parsed once",
    description: "Bar chart of the milliseconds that a running process needs to sign 1,000 URLs.",
    spec: bars([{ title: "time for 1,000 URLs [ms]", unit: "ms", rows }]),
  };
}

/** What other requests wait, at the last rate at which users notice no library and at the next one. @param {Pick<import("../raw.mjs").Raw, "server">} raw @returns {{ rate: number, rows: import("./bars.mjs").Row[] }[]} */
export function waits(raw) {
  const loads = comparedLoads(raw, ["aws-sdk", "aws-sdk, KeyObject", "ours, RSA", "ours, grant"]);
  return comparedRates(loads).map((rate) => ({
    rate,
    rows: loads.flatMap(({ variant, rates }) =>
      rates
        .filter(({ offered }) => offered === rate)
        .map(({ health }) => ({ label: short(variant), kind: kindOf(variant), value: health })),
    ),
  }));
}

/** The chart in a sentence, for people who do not see it. @param {Pick<import("../raw.mjs").Raw, "server">} raw */
export const sayWaits = (raw) =>
  `Bar chart of the 99th percentile of requests that sign nothing, while the server signs. ${waits(raw)
    .map(({ rate, rows }) => {
      const values = rows.map(({ label, value }) => `${label} ${digits(value.median)} ms`);
      return `At ${rate} URLs per second: ${values.join("; ")}.`;
    })
    .join(" ")}`;

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function otherRequests(raw) {
  const panels = waits(raw);
  const before = panels.length > 1 ? `Up to ${panels[0]?.rate} signed URLs per second: no difference.\n` : "";
  const last = panels.at(-1);
  const [aws, , own] = (last?.rows ?? []).map(({ value }) => `${digits(value.median)} ms`);
  return {
    title: `${before}From ${last?.rate}: ${aws} (AWS SDK), ${own} (this package)`,
    note: `shorter is better; requests that sign nothing; 95% interval\nRSA-2048, Node.js 24, ${raw.host.cores} cores; KeyObject: a key parsed once`,
    description: sayWaits(raw),
    spec: bars(
      panels.map(({ rate, rows }) => ({
        heading: `${rate} signed URLs per second`,
        title: "99th percentile of other requests [ms]: the slowest 1%",
        unit: "ms",
        rows,
      })),
      { isOneScale: true },
    ),
  };
}
