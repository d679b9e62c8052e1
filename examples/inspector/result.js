import { describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";
import { findingList } from "./findings.js";
import { make } from "./make.js";
import { signedAndRequested } from "./resources.js";
import { timeline } from "./timeline.js";

/**
 * @typedef {import("./explain.js").Answer} Answer
 * @typedef {Answer["inspection"]} Inspection
 */

/** All but the one sentence. @param {Answer} answer @returns {Node[]} */
export function details(answer) {
  const { findings, inspection, notes, now, isNow } = answer;
  const { policyText, startsAt, expiresAt } = inspection;
  return [
    ...(findings.length > 0 ? part("Findings", findingList(findings, isDenied(findings))) : []),
    ...(notes.length > 0 ? [make("ul", "notes", ...notes.map((note) => make("li", "", note)))] : []),
    ...(expiresAt ? part("When it is valid", timeline({ startsAt, expiresAt, now, isNow })) : []),
    ...(inspection.source ? part("What was sent", credential(answer)) : []),
    ...(policyText === undefined ? [] : policyOf(inspection, policyText, findings)),
  ];
}

/** @param {Answer["findings"]} findings */
const isDenied = (findings) => describeCloudFrontOutcome(findings).outcome === "denied";

/** @param {string} title @param {Node[]} content */
function part(title, ...content) {
  return [make("h3", "", title), ...content];
}

/** @param {Answer} answer */
function credential(answer) {
  const { source, kind, keyPairId, hashAlgorithm, signature } = answer.inspection;
  const sent = source === "url" ? "Signed URL" : "Signed cookies";
  /** @type {[name: string, shown: Node | string][]} */
  const entries = [
    ["Kind", `${sent}, ${kind} policy`],
    ...signedAndRequested(answer),
    ["Key pair ID", keyPairId || "missing"],
    ["Hash", hashAlgorithm],
    [
      "Signature",
      signature ? `${signature.bytes} bytes (${signature.looksLike})` : "none that can be decoded",
    ],
  ];
  return make(
    "dl",
    "sent",
    ...entries.map(([name, shown]) => make("div", "", make("dt", "", name), make("dd", "", shown))),
  );
}

/** @param {Inspection} inspection @param {string} text @param {Answer["findings"]} findings */
function policyOf({ kind }, text, findings) {
  const policy = make("pre", "", pretty(text));
  if (kind !== "canned") {
    const how = "Decoded from the request. The line breaks are added here.";
    return part("What the policy says", policy, make("p", "hint", how));
  }
  const how = "The request does not contain it: CloudFront builds it from the requested URL and the expiry.";
  const isOtherSigned = findings.some(({ comparison }) => comparison !== undefined);
  const other = isOtherSigned
    ? " The signature is for another policy: the findings show the difference."
    : "";
  return part("The policy that CloudFront checks", make("p", "hint", how + other), policy);
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 5000);
  }
}
