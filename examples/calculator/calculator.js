import { fromFragment, names, notesOn, toFragment } from "./address.js";
import { adviceForRates, adviceForTotals } from "./advice.js";
import { compareRates, compareTotals, rateOf, renewedAfter } from "./arithmetic.js";
import { cases, liveMatch } from "./cases.js";
import { fieldTexts } from "./fields.js";
import { figures } from "./figures.js";
import { readInput } from "./read-input.js";
import { make, rateTable, totalTable } from "./result.js";
import { inputSentence, loadSentences, monthlyCost, priceNotes, totalCost } from "./sentences.js";
import { keptBusy, measured } from "./words.js";

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
    ? `One signature takes ${measured(figures.signature[key])} µs of one core. This was measured with ${figures.runtime} on ${figures.cpu} (${figures.measuredAt}).`
    : `One signature takes ${measured(time)} µs of one core, as you entered.`;

/**
 * @param {import("./read-input.js").Values} values
 * @param {Traffic} traffic
 * @param {Key} key
 * @returns {{ advice: import("./advice.js").Advice, isEnough: boolean, sentences: string[], table: HTMLElement, notes: string[] }}
 */
function calculated({ viewers, lifetime, urls, cost, currency, time }, traffic, key) {
  const price = cost === undefined ? undefined : { perCoreHour: cost, currency };
  const microseconds = time ?? figures.signature[key];
  // A time of one's own is that of the chosen key.
  const microsecondsWithP256 = time ?? figures.signature["P-256"];
  if (lifetime === undefined) {
    const totals = compareTotals({ viewers, urls, microseconds });
    const withP256 = compareTotals({ viewers, urls, microseconds: microsecondsWithP256 });
    return {
      advice: adviceForTotals(totals, withP256),
      isEnough: totals.grants.coreSeconds <= shortWait,
      sentences: price ? [totalCost(totals, price), ...priceNotes(price)] : [],
      table: totalTable(totals),
      notes: [],
    };
  }
  const isRenewed = traffic === "viewers";
  const given = { viewers, lifetime, urls, isRenewed };
  const rates = compareRates({ ...given, microseconds });
  const withP256 = compareRates({ ...given, microseconds: microsecondsWithP256 });
  const { busyCores: adding } = rateOf({
    perSecond: (viewers * urls) / lifetime,
    microseconds: figures.grantUrl,
  });
  return {
    advice: adviceForRates(rates, withP256, traffic),
    isEnough: Math.min(rates.grants.cores, rates.separate.cores) === 1,
    sentences: [loadSentences(rates), ...(price ? [monthlyCost(rates, price), ...priceNotes(price)] : [])],
    table: rateTable(rates),
    notes: [
      ...(isRenewed
        ? [
            `renewingGrant renews a grant after ${measured(renewedAfter * 100)} % of its lifetime, on average.`,
          ]
        : []),
      "Cores to run: each core is busy for at most half of the time. So requests do not wait when many come at once.",
      ...(urls > 1
        ? [
            `With grants, the browser (cookies) or your page (renewingGrant) adds the signature to each URL. If your server does it with grant.signUrl, that also keeps ${keptBusy(adding)}.`,
          ]
        : []),
      "A month has 30 days.",
    ],
  };
}

/** @param {import("./read-input.js").Values} values @param {Traffic} traffic @param {Key} key */
function show(values, traffic, key) {
  const { advice, isEnough, sentences, table, notes } = calculated(values, traffic, key);
  const sentence = make("p", advice.sentence);
  sentence.className = "sentence";
  const lines = [inputSentence(values, traffic), ...advice.next];
  const box = make("div", sentence, ...lines.map((line) => make("p", line)));
  box.className = isEnough ? "advice enough" : "advice";
  elementById("advice").replaceChildren(box);
  elementById("result").replaceChildren(...sentences.map((line) => make("p", line)), table);
  elementById("basis").replaceChildren(
    ...[
      basis(key, values.time),
      ...notes,
      "Only the signatures are counted. Your server also has to receive, authorize and answer the requests.",
    ].map((line) => make("li", line)),
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
  for (const id of ["result", "how"]) elementById(id).hidden = !isReadable;
  if ("values" in read) {
    show(read.values, traffic, /** @type {Key} */ (given.key));
    if (!isTyping && !elementById("note").textContent) history.replaceState(null, "", toFragment(given));
  } else elementById("advice").replaceChildren();
}

/** @param {Partial<Record<keyof Texts, string | number>>} given @param {string} [fragment] of the address with them */
function fillIn(given, fragment = "") {
  const filled = { ...liveMatch, ...given };
  for (const name of names) {
    const value = filled[/** @type {keyof typeof filled} */ (name)] ?? "";
    elementById(name).value = value.toLocaleString("en");
  }
  // A select has no value that is not one of its options.
  elementById("traffic").value ||= liveMatch.traffic;
  elementById("key").value ||= "RSA-2048";
  // With a note, the address stays as it is: its reader may compare it with the one that was sent.
  elementById("note").textContent = notesOn(fragment, texts(), {
    traffic: Object.keys(fieldTexts),
    key: Object.keys(figures.signature),
  }).join(" ");
  calculate(false);
}

const takeAddress = () => fillIn(fromFragment(location.hash), location.hash);

const form = elementById("form");
form.addEventListener("input", () => {
  elementById("note").textContent = "";
  calculate(true);
});
form.addEventListener("change", () => calculate(false));
form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  calculate(false);
});
addEventListener("hashchange", takeAddress);

const buttons = Object.entries(cases).map(([name, example]) => {
  const button = make("button", name);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    fillIn({ ...texts(), ...example });
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    // On a phone the answer is below the first fields.
    elementById("advice").scrollIntoView({ block: "nearest", behavior });
  });
  return button;
});
elementById("examples").replaceChildren(...buttons);
const [rsa, p256] = /** @type {Key[]} */ (["RSA-2048", "P-256"]).map((key) =>
  measured(figures.signature[key]),
);
elementById("timeHint").textContent =
  `The CPU time of one signature on your machine. If this is empty, the page uses ${rsa} µs for RSA-2048 and ${p256} µs for P-256, measured on ${figures.cpu}. With a key in KMS, its quota decides, not your cores.`;
takeAddress();
