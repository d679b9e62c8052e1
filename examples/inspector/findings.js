import { make } from "./make.js";

/**
 * @typedef {import("cloudfront-sign-diagnosis").CloudFrontFinding} Finding
 * @typedef {import("cloudfront-sign-diagnosis").CloudFrontComparison} Comparison
 */

/** @param {readonly Finding[]} findings @param {boolean} isDenied whether the verdict has the first one's fix */
export function findingList(findings, isDenied) {
  return make("ol", "findings", ...findings.map((finding, i) => item(finding, i === 0, i === 0 && isDenied)));
}

/** @param {Finding} finding @param {boolean} isFirst the verdict has its sentence @param {boolean} isFixShown */
function item({ id, certainty, summary, evidence, fix, comparison }, isFirst, isFixShown) {
  return make(
    "li",
    certainty,
    make("p", "id", make("code", "", id), " ", make("span", "certainty", certainty)),
    ...(isFirst ? [] : [make("p", "summary", summary)]),
    ...(isFixShown ? [] : [make("p", "", make("strong", "", "Fix: "), fix)]),
    make("p", "evidence", make("strong", "", "Seen: "), `${evidence}.`),
    ...(comparison ? [comparisonOf(comparison)] : []),
  );
}

/** Both sides of a difference, with a mark under the first different character. @param {Comparison} comparison */
function comparisonOf({ signed, requested, position }) {
  const sides = /** @type {const} */ ([
    ["Signed", signed],
    ["Requested", requested],
  ]);
  const [signedPart, requestedPart] = sides.map(
    ([, text]) => firstCharacter(text.slice(position)) || "nothing more",
  );
  return make(
    "div",
    "comparison",
    make(
      "dl",
      "",
      ...sides.map(([name, text]) =>
        make("div", "side", make("dt", "", name), make("dd", "", marked(text, position))),
      ),
    ),
    make(
      "p",
      "for-screen-readers",
      `First difference at character ${position + 1}: ${signedPart} was signed, ${requestedPart} was requested.`,
    ),
  );
}

/** @param {string} text @param {number} position */
function marked(text, position) {
  const character = firstCharacter(text.slice(position));
  return make(
    "code",
    "",
    text.slice(0, position),
    make("mark", "", character || " "),
    text.slice(position + character.length),
  );
}

/** @param {string} text */
const firstCharacter = (text) => [...text][0] ?? "";
