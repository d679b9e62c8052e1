import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { complain, textOf } from "./fields.js";
import { isLocalAddress, isLocalUrl } from "./local-address.js";
import { make } from "./make.js";
import { publicKeyProblem } from "./public-key-problem.js";
import { readTime, utcTime } from "./times.js";

/** @typedef {import("cloudfront-sign-diagnosis").PastedRequest} PastedRequest */

/** An ID for a key that is only read. */
const anyKeyPairId = "K2JCJMDEHXQW5F";

/** Says beside the field what is wrong with the public key. @param {unknown} error */
export function complainOfPublicKey(error) {
  const { sentence, command } = publicKeyProblem(textOf("publicKey"), error);
  complain("publicKey", sentence, ...(command ? [" ", make("code", "command", command)] : []));
}

/** A public key is checked as soon as it is given. */
export function checkPublicKey() {
  const pem = textOf("publicKey").trim();
  if (!pem) return;
  try {
    createCloudFrontVerifier({ publicKeys: { [anyKeyPairId]: pem } });
  } catch (error) {
    complainOfPublicKey(error);
  }
}

/** @param {string} named the ID in the request */
export function verifierFor(named) {
  const pem = textOf("publicKey").trim();
  const id = textOf("keyPairId").trim() || named;
  if (!pem) return undefined;
  if (!id) {
    complain(
      "keyPairId",
      "The request has no key pair ID, so the public key was not used. Enter its ID here.",
    );
    return undefined;
  }
  try {
    return createCloudFrontVerifier({ publicKeys: { [id]: pem } });
  } catch (error) {
    const { code, message } = /** @type {import("./public-key-problem.js").KeyError} */ (error);
    if (code === "ERR_KEY_PAIR_ID_INVALID") complain("keyPairId", `Not used. ${message}`);
    else complainOfPublicKey(error);
    return undefined;
  }
}

/**
 * @param {Date | undefined} date of the answer, or of a log @param {string[]} notes
 * @returns {{ time: Date | undefined, isUnread: boolean }}
 */
export function timeOfRequest(date, notes) {
  const given = textOf("when").trim();
  const isNow = !given || /^now$/i.test(given);
  if (isNow && date) {
    notes.push(`The time of the request is in the pasted text: ${utcTime(date)}.`);
    return { time: date, isUnread: false };
  }
  if (isNow) return { time: undefined, isUnread: false };
  const time = readTime(given);
  if (!time)
    complain(
      "when",
      "This time cannot be read, so the page uses the current time. Write it as 2026-03-02 09:00:00, or as epoch seconds.",
    );
  return { time, isUnread: time === undefined };
}

/** @param {string | undefined} url of the request */
export function viewersAddress(url = "") {
  const address = textOf("ip").trim();
  if (isLocalAddress(address) && !isLocalUrl(url)) {
    complain(
      "ip",
      "This is an address of a local network, which CloudFront never sees, so it was not used. Enter the viewer’s public address, from x-forwarded-for or a log.",
    );
    return undefined;
  }
  if (!address || /^\d{1,3}(\.\d{1,3}){3}(:\d+)?$|^\[?[\da-f]*:[\da-f:.]+\]?(:\d+)?$/i.test(address))
    return address || undefined;
  complain("ip", "This is not an IP address, so it was not used. Write it like 203.0.113.7.");
  return undefined;
}

/** Names, or URLs with them. */
export function otherHostnames() {
  const given = textOf("hostnames")
    .split(/[\s,;]+/)
    .filter(Boolean);
  const hosts = given
    .map((text) => text.replace(/^(?!https?:)/i, "https://"))
    .map((url) => (URL.canParse(url) ? new URL(url).host : ""));
  if (hosts.every((host) => /\w\.\w/.test(host))) return hosts;
  complain(
    "hostnames",
    "Not all of these are host names, so none was used. Write them like d111111abcdef8.cloudfront.net.",
  );
  return [];
}

/** @param {PastedRequest} pasted */
export function methodOf(pasted) {
  const method = textOf("method").trim().toUpperCase();
  if (!method) return pasted.method;
  if (/^[A-Z]{1,20}$/.test(method)) return method;
  complain(
    "method",
    "This is not a method, so it was not used. A method is one word, such as GET or OPTIONS.",
  );
  return pasted.method;
}

/** Also out of a whole URL. */
export function originOfPage() {
  const page = textOf("pageOrigin").trim();
  if (!page) return undefined;
  if (/^https?:\/\//i.test(page) && URL.canParse(page)) return new URL(page).origin;
  complain("pageOrigin", "This is not an origin, so it was not used. Write it like https://app.example.com.");
  return undefined;
}

/** The answer in its own field, or else the one in the paste. @param {PastedRequest} pasted */
export function answerGiven(pasted) {
  const text = textOf("answer");
  /** @type {Partial<PastedRequest>} */
  const answer = text.trim() ? { responseBody: text, ...definedIn(readPastedRequest(text)) } : pasted;
  const { status, date, responseHeaders, responseBody } = answer;
  return { status, date, responseHeaders, responseBody };
}

/** @param {PastedRequest | undefined} pasted @returns {Partial<PastedRequest>} */
function definedIn(pasted) {
  return Object.fromEntries(Object.entries(pasted ?? {}).filter(([, value]) => value !== undefined));
}
