import { describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";
import { marked } from "./findings.js";
import { make } from "./make.js";

/** @typedef {import("./explain.js").Answer} Answer */

/**
 * The `Resource` that was signed above the URL that was requested, each with a mark at the first difference.
 *
 * @param {Answer} answer @returns {[name: string, shown: Node | string][]}
 */
export function signedAndRequested({ findings, inspection, given }) {
  const { kind, policy, policyText, url } = inspection;
  // Of cookies, the inspection has no URL.
  const requested = url || given.url || "";
  const whole = (/** @type {string} */ text) => make("code", "", text);
  if (kind === "canned")
    return [
      ["Signed", cannedResource(findings, requested)],
      ["Requested", whole(requested)],
    ];
  const signed = policy?.resource ?? resourceOf(policyText);
  if (signed === undefined || !requested) return [["Requested", whole(requested || "not given")]];
  const position = firstDifference(signed, requested);
  return [
    ["Signed", position === undefined ? whole(signed) : marked(signed, position)],
    ["Requested", position === undefined ? whole(requested) : marked(requested, position)],
  ];
}

/** What is known of a `Resource` that no request contains. @param {Answer["findings"]} findings @param {string} requested */
function cannedResource(findings, requested) {
  if (findings.some(({ comparison }) => comparison !== undefined))
    return "Another URL: the findings show the difference.";
  return describeCloudFrontOutcome(findings).outcome === "allowed"
    ? make("code", "", requested)
    : "Not in the request. CloudFront takes the requested URL, and expects a signature for exactly this text.";
}

/** Of a policy that CloudFront cannot read. @param {string | undefined} text */
function resourceOf(text) {
  try {
    const resource = JSON.parse(text ?? "").Statement[0].Resource;
    return typeof resource === "string" ? resource : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where the URL parts from the text before the first wildcard. What a wildcard covers, the findings know.
 *
 * @param {string} pattern @param {string} url @returns {number | undefined}
 */
function firstDifference(pattern, url) {
  for (let i = 0; i < Math.max(pattern.length, url.length); i++) {
    if (pattern[i] === "*" || pattern[i] === "?") return undefined;
    if (pattern[i] !== url[i]) return i;
  }
  return undefined;
}
