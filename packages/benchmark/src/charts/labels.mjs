// The names and kinds of subjects in the charts.
import { ours, sdk } from "../subjects.mjs";

/** @param {string} subject of a process, of a race or of the server @returns {import("./theme.mjs").Kind} */
export function kindOf(subject) {
  if (subject.startsWith(ours) || subject.startsWith("ours")) return "ours";
  return ["startup", "limit", "raw", "by hand", "off"].includes(subject) ? "limit" : "rival";
}

/** @param {string} subject */
export const short = (subject) =>
  subject
    .replace(ours, "ours")
    .replace(sdk, "@aws-sdk")
    .replace(/^aws-sdk/, "@aws-sdk")
    .replace(/^ours, signer/, "ours, RSA, signer")
    .replace(/^raw$/, "crypto.subtle")
    .replace(/^off$/, "no signing");
