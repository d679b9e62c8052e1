import { describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";
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
function item(finding, isFirst, isFixShown) {
  const { id, certainty, summary, evidence, fix, comparison } = finding;
  const isUnchecked = describeCloudFrontOutcome([finding]).outcome === "undecided";
  const word = isUnchecked ? "not checked" : certainty;
  return make(
    "li",
    certainty,
    make("p", "id", make("code", "", id), " ", make("span", "certainty", word)),
    ...(isFirst ? [] : [make("p", "summary", summary)]),
    ...(isFixShown ? [] : [make("p", "", make("strong", "", "Fix: "), fix)]),
    make("p", "evidence", make("strong", "", "Seen: "), `${evidence}.`),
    ...(comparison
      ? [comparisonOf(comparison, id === "policy-json-differs" ? "Expected" : "Requested")]
      : []),
  );
}

/** Both sides of a difference, with a mark under the first different character. @param {Comparison} comparison @param {"Requested" | "Expected"} otherSide */
function comparisonOf({ signed, requested, position }, otherSide) {
  const sides = /** @type {const} */ ([
    ["Signed", signed],
    [otherSide, requested],
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
      `First difference at character ${position + 1}: ${signedPart} was signed, ${requestedPart} was ${otherSide.toLowerCase()}.`,
    ),
  );
}

/** A text with a mark at one character. @param {string} text @param {number} position */
export function marked(text, position) {
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
