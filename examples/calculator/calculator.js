import { fromFragment, names, toFragment } from "./address.js";
import { adviceForRates, adviceForTotals } from "./advice.js";
import { compareRates, compareTotals, rateOf, renewedAfter } from "./arithmetic.js";
import { cases, someViewers } from "./cases.js";
import { fieldTexts } from "./fields.js";
import { figures } from "./figures.js";
import { readInput } from "./read-input.js";
import { make, notes, rateTable, totalTable } from "./result.js";
import { busyCores, measured } from "./words.js";

/** @typedef {import("./address.js").Texts} Texts */
/** @typedef {import("./cases.js").Traffic} Traffic */
/** @typedef {keyof typeof figures.signature} Key */

/** Seconds. */
const shortWait = 60;

/** @param {string} id @returns {any} */
const elementById = (id) => document.getElementById(id);

/** @returns {Texts} */
const texts = () =>
  /** @type {Texts} */ (Object.fromEntries(names.map((name) => [name, elementById(name).value])));

/** @param {Key} key @param {number | undefined} time */
const basis = (key, time) =>
  time === undefined
    ? `${measured(figures.signature[key])} µs of one core for each signature, measured with ${figures.runtime} on ${figures.cpu} (${figures.measuredAt}).`
    : `${measured(time)} µs of one core for each signature, as you entered.`;

/**
 * @param {import("./read-input.js").Values} values
 * @param {Traffic} traffic
 * @param {Key} key
 * @returns {{ advice: import("./advice.js").Advice, isEnough: boolean, table: HTMLElement, notes: string[] }}
 */
function calculated({ viewers, lifetime, urls, cost: costPerCoreHour, currency, time }, traffic, key) {
  const costs = { microseconds: time ?? figures.signature[key], costPerCoreHour };
  // A time of one's own is that of the chosen key.
  const costsWithP256 = { ...costs, microseconds: time ?? figures.signature["P-256"] };
  if (lifetime === undefined) {
    const totals = compareTotals({ viewers, urls, ...costs });
    const withP256 = compareTotals({ viewers, urls, ...costsWithP256 });
    return {
      advice: adviceForTotals(totals, withP256),
      isEnough: totals.grants.coreSeconds <= shortWait,
      table: totalTable(totals, currency),
      notes: [],
    };
  }
  const isRenewed = traffic === "viewers";
  const given = { viewers, lifetime, urls, isRenewed };
  const rates = compareRates({ ...given, ...costs });
  const withP256 = compareRates({ ...given, ...costsWithP256 });
  const { busyCores: adding } = rateOf({
    perSecond: (viewers * urls) / lifetime,
    microseconds: figures.grantUrl,
  });
  return {
    advice: adviceForRates(rates, withP256, traffic),
    isEnough: Math.min(rates.grants.cores, rates.separate.cores) === 1,
    table: rateTable(rates, currency),
    notes: [
      ...(isRenewed
        ? [
            `Each grant is renewed after ${measured(renewedAfter * 100)} % of its lifetime, as renewingGrant does on average.`,
          ]
        : []),
      "Cores to run: none of them is busy for more than half of the time, so that requests do not wait when many come at once.",
      ...(urls > 1
        ? [
            `With grants, the browser (cookies) or your page (renewingGrant) adds the signature to each URL. If your server does it with grant.signUrl, add ${busyCores(adding)}.`,
          ]
        : []),
      "A month has 30 days.",
    ],
  };
}

/** @param {import("./read-input.js").Values} values @param {Traffic} traffic @param {Key} key */
function show(values, traffic, key) {
  const { advice, isEnough, table, notes: lines } = calculated(values, traffic, key);
  const sentence = make("p", advice.sentence);
  sentence.className = "sentence";
  const box = make("div", sentence, ...advice.next.map((line) => make("p", line)));
  box.className = isEnough ? "advice enough" : "advice";
  elementById("advice").replaceChildren(box);
  elementById("result").replaceChildren(
    table,
    notes([
      basis(key, values.time),
      ...lines,
      "Only the signatures are counted. Your server also has to receive, authorize and answer the requests.",
    ]),
  );
}

/** @param {Traffic} traffic */
function nameFields(traffic) {
  for (const [id, text] of Object.entries(fieldTexts[traffic])) elementById(id).textContent = text;
  elementById("lifetimeField").hidden = traffic === "once";
}

/** Faults are named when a field is left. While somebody types, they only end. @param {boolean} isTyping */
function calculate(isTyping) {
  const given = texts();
  const traffic = /** @type {Traffic} */ (given.traffic);
  nameFields(traffic);
  const read = readInput(given);
  const problems = "problems" in read ? read.problems : {};
  for (const name of names) {
    const problem = elementById(`${name}Problem`);
    if (!problem) continue;
    const text = problems[/** @type {keyof typeof problems} */ (name)] ?? "";
    if (isTyping && text && !problem.textContent) continue;
    problem.textContent = text;
    if (text) elementById(name).setAttribute("aria-invalid", "true");
    else elementById(name).removeAttribute("aria-invalid");
  }
  const isReadable = "values" in read;
  elementById("empty").hidden = isReadable;
  elementById("result").hidden = !isReadable;
  if ("values" in read) {
    show(read.values, traffic, /** @type {Key} */ (given.key));
    if (!isTyping) history.replaceState(null, "", toFragment(given));
  } else elementById("advice").replaceChildren();
}

/** @param {Partial<Record<keyof Texts, string | number>>} given */
function fillIn(given) {
  const filled = { ...someViewers, ...given };
  for (const name of names) elementById(name).value = filled[/** @type {keyof typeof filled} */ (name)] ?? "";
  // A select has no value that is not one of its options.
  elementById("traffic").value ||= someViewers.traffic;
  elementById("key").value ||= "RSA-2048";
  calculate(false);
}

const form = elementById("form");
form.addEventListener("input", () => calculate(true));
form.addEventListener("change", () => calculate(false));
form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  calculate(false);
});
addEventListener("hashchange", () => fillIn(fromFragment(location.hash)));

const buttons = Object.entries(cases).map(([name, example]) => {
  const button = make("button", name);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => fillIn({ ...texts(), ...example }));
  return button;
});
elementById("examples").replaceChildren(...buttons);
const [rsa, p256] = /** @type {Key[]} */ (["RSA-2048", "P-256"]).map((key) =>
  measured(figures.signature[key]),
);
elementById("timeHint").textContent =
  `The CPU time on your machine, not the time that you wait: with a key in KMS, its quota decides and not your cores. Without it, the page takes ${rsa} µs for RSA-2048 and ${p256} µs for P-256, measured on ${figures.cpu}.`;
fillIn(fromFragment(location.hash));
