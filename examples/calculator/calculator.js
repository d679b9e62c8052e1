import { fromFragment, names, toFragment } from "./address.js";
import { adviceOf } from "./advice.js";
import { compare, workOf } from "./arithmetic.js";
import { cases, film } from "./cases.js";
import { figures } from "./figures.js";
import { readInput } from "./read-input.js";
import { make, notes, table } from "./result.js";
import { busyCores, measured } from "./words.js";

/** @typedef {import("./address.js").Texts} Texts */
/** @typedef {keyof typeof figures.signature} Key */

/** @param {string} id @returns {any} */
const elementById = (id) => document.getElementById(id);

/** @returns {Texts} */
const texts = () =>
  /** @type {Texts} */ (Object.fromEntries(names.map((name) => [name, elementById(name).value])));

/** @param {Key} key @param {number | undefined} time */
const basis = (key, time) =>
  time === undefined
    ? `${measured(figures.signature[key])} µs of one core for each signature, measured with ${figures.runtime} on ${figures.cpu} (${figures.date}).`
    : `${measured(time)} µs of one core for each signature, as you entered.`;

/** @param {import("./read-input.js").Values} values @param {Key} key */
function show({ viewers, lifetime, urls, cost: costPerCoreHour, time }, key) {
  const given = { viewers, lifetime, urls, costPerCoreHour };
  const work = compare({ ...given, microseconds: time ?? figures.signature[key] });
  // A time of one's own is that of the chosen key.
  const p256 = time === undefined ? compare({ ...given, microseconds: figures.signature["P-256"] }) : work;
  const adding = workOf({ count: viewers * urls, seconds: lifetime, microseconds: figures.grantUrl });

  const { sentence, next } = adviceOf(work, p256.grants);
  const advice = make("div", make("p", sentence), make("p", next));
  advice.className = work.grants.cores === 1 ? "advice enough" : "advice";
  /** @type {HTMLElement} */ (advice.firstChild).className = "sentence";
  elementById("advice").replaceChildren(advice);
  elementById("result").replaceChildren(
    table(work),
    notes([
      basis(key, time),
      "Cores to run: none of them is busy for more than half of the time, so that requests do not wait when many come at once.",
      ...(urls > 1
        ? [
            `With grants, the browser (cookies) or your page (renewingGrant) adds the signature to each URL. If your server does it with grant.signUrl, add ${busyCores(adding.busyCores)}.`,
          ]
        : []),
      "Only the signatures are counted. Your server also has to receive, authorize and answer the requests.",
      "A month has 30 days.",
    ]),
  );
}

/** Faults are named when a field is left. While somebody types, they only end. @param {boolean} isTyping */
function calculate(isTyping) {
  const given = texts();
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
    show(read.values, /** @type {Key} */ (given.key));
    if (!isTyping) history.replaceState(null, "", toFragment(given));
  } else elementById("advice").replaceChildren();
}

/** @param {Partial<Record<keyof Texts, string | number>>} given */
function fillIn(given) {
  const filled = { ...film, ...given };
  for (const name of names) elementById(name).value = filled[/** @type {keyof typeof filled} */ (name)] ?? "";
  if (!(elementById("key").value in figures.signature)) elementById("key").value = "RSA-2048";
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
elementById("timeHint").textContent =
  `Without it, the page takes ${measured(figures.signature["RSA-2048"])} µs for RSA-2048 and ${measured(figures.signature["P-256"])} µs for P-256, measured on ${figures.cpu}.`;
fillIn(fromFragment(location.hash));
