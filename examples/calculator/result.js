// The calculation as a table, and what it leaves out.
import { busyCores, coreTime, count, exact, measured } from "./words.js";

/** @typedef {import("./arithmetic.js").Work} Work */

/** @param {string} name @param {(Node | string)[]} content */
export function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {Work} work @returns {[string, string][]} */
function rows({ perSecond, busyCores: busy, cores, coreSeconds, ...work }) {
  const { coreHoursPerDay, costPerDay, coreHoursPerMonth, costPerMonth } = work;
  return [
    ["Signatures per second", exact(perSecond)],
    ["Busy on average", busyCores(busy)],
    ["Cores to run", count(cores)],
    ["All viewers once, together", coreTime(coreSeconds)],
    ["Core-hours a day", measured(coreHoursPerDay)],
    ...(costPerDay === undefined
      ? []
      : [/** @type {[string, string]} */ (["Cost a day", measured(costPerDay)])]),
    ["Core-hours a month", measured(coreHoursPerMonth)],
    ...(costPerMonth === undefined
      ? []
      : [/** @type {[string, string]} */ (["Cost a month", measured(costPerMonth)])]),
  ];
}

/** @param {{ grants: Work, separate: Work }} work */
export function table({ grants, separate }) {
  const columns = [rows(grants), rows(separate)];
  const heading = (/** @type {string} */ scope, /** @type {string} */ text) => {
    const cell = make("th", text);
    cell.setAttribute("scope", scope);
    return cell;
  };
  const body = (columns[0] ?? []).map(([name], i) => {
    const row = make("tr", heading("row", name), ...columns.map((rows) => make("td", rows[i]?.[1] ?? "")));
    if (name === "Cores to run") row.className = "deciding";
    return row;
  });
  return make(
    "table",
    make("caption", "What the signatures take"),
    make(
      "thead",
      make(
        "tr",
        make("td"),
        heading("col", "One grant for each viewer"),
        heading("col", "One signature for each URL"),
      ),
    ),
    make("tbody", ...body),
  );
}

/** @param {string[]} lines */
export function notes(lines) {
  const list = make("ul", ...lines.map((line) => make("li", line)));
  list.className = "notes";
  return list;
}
