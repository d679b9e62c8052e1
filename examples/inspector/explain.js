import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { inspectCloudFrontCookies, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { textOf } from "./fields.js";
import {
  answerGiven,
  methodOf,
  originOfPage,
  otherHostnames,
  timeOfRequest,
  verifierFor,
  viewersAddress,
} from "./read-fields.js";

/**
 * @typedef {object} Answer
 * @property {import("cloudfront-sign-webcrypto/verify").CloudFrontInspection} inspection
 * @property {import("cloudfront-sign-diagnosis").CloudFrontFinding[]} findings
 * @property {unknown} keyError of a public key that could not be used
 * @property {Date} now
 * @property {boolean} isNow no time was given
 * @property {boolean} isTimeUnread one was given that cannot be read
 * @property {string[]} notes
 * @property {boolean} isEscaped the URL has `&amp;`
 * @property {number | undefined} status
 * @property {import("./share.js").Given} given
 */

/** Explains what the fields hold; `undefined` if there is no request in them. @returns {Promise<Answer | undefined>} */
export async function explainFields() {
  const requested = textOf("requested");
  const pasted = readPastedRequest(textOf("paste").trim() || requested, { requestedUrl: requested });
  if (!pasted) return undefined;
  const { url, cookies, setCookie } = pasted;
  const notes = [...pasted.notes];
  const inspection = inspect(url, cookies, notes);
  const verifier = verifierFor(inspection.keyPairId ?? "");
  const { status, date, responseHeaders, responseBody } = answerGiven(pasted);
  const { time, isUnread: isTimeUnread } = timeOfRequest(date, notes);
  const now = time ?? new Date();
  const givenAddress = viewersAddress(url);
  const ipAddress = givenAddress ?? pasted.ipAddress;
  const hostnames = [...otherHostnames(), ...(pasted.hostnames ?? [])];
  const [method, pageOrigin] = [methodOf(pasted), originOfPage()];
  const isTimeGiven = Boolean(textOf("when").trim() || textOf("answer").trim());
  const question = {
    isTimeUncertain: !isTimeGiven && pasted.isTimeUncertain === true,
    isRequestUncertain: pasted.isRequestUncertain,
    isAddressUncertain: givenAddress === undefined && pasted.isAddressUncertain === true,
    areCookiesUncertain: pasted.areCookiesUncertain,
    url,
    urlAsPasted: pasted.urlAsPasted,
    cookies,
    setCookie,
    status,
    responseHeaders,
    responseBody,
    ipAddress,
    hostnames,
    method,
    pageOrigin,
    credentials: pasted.credentials,
  };
  /** @param {typeof verifier} checkedBy */
  const find = (checkedBy) => explainCloudFrontDenial({ ...question, verifier: checkedBy, time });
  let keyError;
  // A key is imported when it is first needed: what is wrong inside it, or with the browser, comes out only here.
  const findings = await find(verifier).catch((error) => {
    keyError = error;
    return find(undefined);
  });
  const given = {
    ...question,
    publicKey: textOf("publicKey"),
    isKeyUsed: verifier !== undefined && keyError === undefined,
  };
  const isEscaped = url?.includes("&amp;") ?? false;
  return { findings, inspection, now, isNow: !time, isTimeUnread, notes, isEscaped, keyError, status, given };
}

/** @param {string | undefined} url @param {string | undefined} cookies @param {string[]} notes */
function inspect(url, cookies, notes) {
  const sent = url === undefined ? undefined : asSent(url);
  const whole = cookies ? inspectCloudFrontCookies(cookies, sent) : inspectCloudFrontUrl(sent ?? "");
  if (whole.problem !== "cookies-shadowed-by-query") return whole;
  notes.push("The details below come from the cookies. CloudFront ignores them.");
  return inspectCloudFrontCookies(cookies ?? "");
}

/** @param {string} url */
function asSent(url) {
  return URL.canParse(url) && url.length <= 8192 ? new URL(url).href : url;
}
