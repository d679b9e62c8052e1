// The names and kinds of subjects in the charts and tables: one name for one thing, and flags in words.
import { ours, perRequest, sdk } from "../subjects.mjs";

/** @param {string} subject of a process, of a race or of the server @returns {import("./theme.mjs").Kind} */
export function kindOf(subject) {
  if (subject.startsWith(ours) || subject.startsWith("ours")) return "ours";
  return ["startup", "limit", "raw", "off"].includes(subject) ? "limit" : "rival";
}

/** @type {Record<string, string>} */
const whole = {
  startup: "the runtime starts and exits",
  limit: "WebCrypto alone",
  raw: "WebCrypto alone",
  off: "no signing",
  [perRequest]: "this package, a signer per URL",
};

/** @param {string} subject */
export const short = (subject) =>
  whole[subject] ??
  subject
    .replace(/^ours, signer/, "ours, RSA, signer")
    .replace(ours, "this package")
    .replace(/^ours\b/, "this package")
    .replace(sdk, "AWS SDK")
    .replace(/^aws-sdk/, "AWS SDK")
    .replace(" --parallel --cache", ", all at once, same key object")
    .replace(" --parallel", ", all at once")
    .replace(" --cache", ", same key object")
    .replace(" --grant", ", grant")
    .replace(" --import-each", ", key imported each time");
