// The calculation as a table, and what it leaves out.
import { coreTime, count, exact, measured } from "./words.js";

/** @typedef {import("./arithmetic.js").Rate} Rate */
/** @typedef {import("./arithmetic.js").Total} Total */
/** @template Work @typedef {import("./advice.js").Ways<Work>} Ways */
/** @typedef {[name: string, value: string]} Row */

/** @param {string} name @param {(Node | string)[]} content */
export function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {Rate} rate @returns {Row[]} */
const rateRows = ({ perSecond, cores, coreHoursPerMonth }) => [
  ["Signatures per second", exact(perSecond)],
  ["Cores to run", count(cores)],
  ["Core-hours a month", measured(coreHoursPerMonth)],
];

/** @param {Total} total @returns {Row[]} */
const totalRows = ({ count: signatures, coreSeconds }) => [
  ["Signatures", count(signatures)],
  ["Time of one core", coreTime(coreSeconds)],
];

/** @param {Ways<Row[]>} ways */
function table({ grants, separate }) {
  const isSame = grants.every(([, value], i) => value === separate[i]?.[1]);
  const columns = isSame ? [grants] : [grants, separate];
  const names = isSame
    ? ["One signature for each viewer"]
    : ["One grant for each viewer", "One signature for each URL"];
  const heading = (/** @type {string} */ scope, /** @type {string} */ text) => {
    const cell = make("th", text);
    cell.setAttribute("scope", scope);
    return cell;
  };
  const body = grants.map(([name], i) => {
    const row = make("tr", heading("row", name), ...columns.map((rows) => make("td", rows[i]?.[1] ?? "")));
    if (name === "Cores to run" || name === "Time of one core") row.className = "deciding";
    return row;
  });
  return make(
    "table",
    make("caption", "What the signatures take"),
    make("thead", make("tr", make("td"), ...names.map((name) => heading("col", name)))),
    make("tbody", ...body),
  );
}

/** @param {Ways<Rate>} rates */
export const rateTable = ({ grants, separate }) =>
  table({ grants: rateRows(grants), separate: rateRows(separate) });

/** @param {Ways<Total>} totals */
export const totalTable = ({ grants, separate }) =>
  table({ grants: totalRows(grants), separate: totalRows(separate) });
