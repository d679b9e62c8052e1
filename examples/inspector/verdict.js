import { goTo, labelOf } from "./fields.js";
import { make, makeButton } from "./make.js";
import { outcomeOf } from "./outcome.js";

/**
 * @typedef {import("./explain.js").Answer} Answer
 * @typedef {ReturnType<typeof import("./deciding-fields.js").decidingFields>} DecidingFields
 */

/**
 * What stands above everything else: a word, a sentence, and perhaps more.
 * @param {string} kind @param {string} label @param {string} sentence @param {HTMLElement[]} more
 */
export function card(kind, label, sentence, ...more) {
  return make("div", `verdict ${kind}`, make("p", "label", label), make("p", "sentence", sentence), ...more);
}

/** The one sentence, the step that mends it, and the way to the field that would decide more. @param {Answer} answer */
export function verdictOf(answer) {
  const { outcome, label, sentence } = outcomeOf(answer);
  const [first] = answer.findings;
  const kind = outcome === "denied" ? (first?.certainty ?? "possible") : outcome;
  return card(
    kind,
    label,
    sentence,
    ...(first && outcome === "denied" ? [make("p", "fix", make("strong", "", "Fix: "), first.fix)] : []),
  );
}

/** On a phone the form is far above: buttons lead there. @param {DecidingFields} deciding */
export function waysToFields(deciding) {
  return deciding.map(({ field, why }) =>
    make(
      "p",
      "aside",
      why,
      " ",
      makeButton(`Go to “${labelOf(field)}”`, () => goTo(field)),
    ),
  );
}
