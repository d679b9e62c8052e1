// The diagnosis as text for a ticket, without its secret parts.
import { outcomeOf } from "./outcome.js";
import { urlWithoutValues, withoutSecrets } from "./secrets.js";
import { describeRelativeTime, utcTime } from "./times.js";
import { version } from "./version.js";

/**
 * @typedef {object} Given what was asked about
 * @property {string | undefined} [url]
 * @property {string | undefined} [cookies]
 * @property {readonly string[] | undefined} [setCookie]
 * @property {number | undefined} [status]
 * @property {string | undefined} [responseBody]
 * @property {string | undefined} [ipAddress]
 * @property {readonly string[]} [hostnames]
 * @property {string | undefined} [method]
 * @property {string | undefined} [pageOrigin]
 * @property {string} [publicKey]
 * @property {boolean} isKeyUsed whether the signature could be checked
 */

/** @param {Omit<import("./explain.js").Answer, "keyError" | "notes" | "isEscaped">} answer */
export function diagnosisText(answer) {
  const { findings, inspection, now, isNow, given } = answer;
  const { outcome, label, sentence } = outcomeOf(answer);
  const lines = [
    `${label}: ${sentence}`,
    ...findings.flatMap(({ id, certainty, summary, evidence, fix }, i) => [
      "",
      `${i + 1}. ${summary} (${id}, ${certainty})`,
      `   Seen: ${evidence}.`,
      `   Fix: ${fix}`,
    ]),
    "",
    ...requestLines(inspection, given),
    ...timeLines(inspection, now, isNow),
    `Checked: ${checkedInputs(given).join(", ")}`,
    `Explained by cloudfront-sign-webcrypto ${version}${outcome === "undecided" ? ", which could not check everything" : ""}`,
  ];
  return withoutSecrets(lines.join("\n"), given);
}

/** @param {import("./explain.js").Answer["inspection"]} inspection @param {Given} given */
function requestLines({ source, kind, hashAlgorithm, signature }, { url, method = "GET", status }) {
  const form = signature
    ? `signature of ${signature.bytes} bytes (${signature.looksLike})`
    : "no readable signature";
  return [
    ...(url === undefined ? [] : [`Request: ${method} ${urlWithoutValues(url)}`]),
    ...(source === undefined
      ? []
      : [`Signed ${source === "url" ? "URL" : "cookies"}: ${kind} policy, ${hashAlgorithm}, ${form}`]),
    ...(status === undefined ? [] : [`Status: ${status}`]),
  ];
}

/** @param {import("./explain.js").Answer["inspection"]} inspection @param {Date} now @param {boolean} isNow */
function timeLines({ startsAt, expiresAt }, now, isNow) {
  const reference = isNow ? undefined : "the request";
  /** @param {string} name @param {Date | undefined} date */
  const line = (name, date) =>
    date ? [`${name}: ${utcTime(date)} (${describeRelativeTime(date, now, reference)})`] : [];
  return [
    `Time of the request: ${utcTime(now)}${isNow ? " (now)" : ""}`,
    ...line("Valid from", startsAt),
    ...line("Valid until", expiresAt),
  ];
}

/** @param {Given} given */
function checkedInputs({
  url,
  cookies,
  setCookie,
  status,
  responseBody,
  ipAddress,
  hostnames,
  pageOrigin,
  isKeyUsed,
}) {
  return [
    isKeyUsed ? "signature with the public key" : "signature not (no public key)",
    ...(url === undefined ? ["no URL"] : ["URL"]),
    ...(cookies === undefined ? [] : ["cookies"]),
    ...(setCookie?.length ? ["Set-Cookie lines"] : []),
    ...(status === undefined && responseBody === undefined ? ["no answer"] : ["answer of CloudFront"]),
    ipAddress === undefined ? "no viewer’s address" : "viewer’s address",
    ...(hostnames?.length ? ["other host names"] : []),
    ...(pageOrigin === undefined ? [] : ["origin of the page"]),
  ];
}
