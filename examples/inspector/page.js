import {
  createCloudFrontVerifier,
  explainCloudFrontDenial,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
  readPastedRequest,
} from "cloudfront-sign-webcrypto/verify";
import { holdsPrivateKey } from "./private-key.js";
import { card, details, make, verdictOf } from "./result.js";
import { keyPairId, publicKey, samples } from "./samples.js";
import { readTime } from "./words.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);
const [form, refused, verdict, result, empty] = ["form", "refused", "verdict", "result", "empty"].map(
  element,
);
const fields = ["paste", "requested", "publicKey", "keyPairId", "hostnames", "answer", "ip", "when"];
/** @param {string} field @returns {string} */
const textOf = (field) => element(field).value;
/** The number of the latest question: only its answer is shown. */
let latestQuestion = 0;

/** @param {string} field @param {string} text */
function complain(field, text) {
  element(`${field}Problem`).textContent = text;
  element(field).setAttribute("aria-invalid", "true");
  if (element("more").contains(element(field))) element("more").open = true;
}

function clearAnswer() {
  latestQuestion++;
  for (const one of [refused, verdict, result]) one.replaceChildren();
  result.hidden = true;
  empty.hidden = false;
  for (const field of fields) {
    element(`${field}Problem`).textContent = "";
    element(field).removeAttribute("aria-invalid");
  }
}

/** What the folded fields hold can be seen without unfolding them. */
function sayWhatIsKnown() {
  const given = fields.slice(2).filter((field) => textOf(field).trim());
  const names = given.map((field) => document.querySelector(`label[for="${field}"]`)?.textContent);
  element("known").textContent =
    names.length > 0 ? `given: ${names.join(", ")}` : "public key, host names, answer, address, time";
}

/** Takes private keys out of the page before anything else sees them. @returns {boolean} whether there was one */
function refusePrivateKeys() {
  const holding = fields.filter((field) => holdsPrivateKey(textOf(field)));
  if (holding.length === 0) return false;
  clearAnswer();
  for (const field of holding) {
    element(field).value = "";
    complain(field, "A private key was removed from this field.");
  }
  empty.hidden = true;
  refused.replaceChildren(
    card(
      "refused",
      "Refused",
      "That was a private key. It has been removed and was not used.",
      make(
        "p",
        "",
        "This page needs the public key at most, the one that starts with -----BEGIN PUBLIC KEY-----. If the private key has been shared anywhere, in a chat, a ticket or another page, it is no longer private: make a new key pair, add its public key to the key group, sign with it, and remove the old one.",
      ),
    ),
  );
  refused.scrollIntoView({ block: "nearest" });
  return true;
}

/** @param {string} named the ID in the request */
function verifierFor(named) {
  const pem = textOf("publicKey").trim();
  const id = textOf("keyPairId").trim() || named;
  if (!pem) return undefined;
  if (!id) {
    complain(
      "keyPairId",
      "The request names no key, so the ID of this public key is needed. It was not used.",
    );
    return undefined;
  }
  try {
    return createCloudFrontVerifier({ keyGroup: { [id]: pem } });
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    const isId = /** @type {any} */ (error)?.code === "ERR_KEY_PAIR_ID_INVALID";
    complain(isId ? "keyPairId" : "publicKey", `Not used. ${message}`);
    return undefined;
  }
}

/** @param {Date | undefined} date of the answer @param {string[]} notes */
function timeOfRequest(date, notes) {
  const given = textOf("when").trim();
  const isNow = !given || /^now$/i.test(given);
  if (isNow && date) {
    notes.push("The time of the request is taken from the Date header of the answer.");
    return date;
  }
  if (isNow) return undefined;
  const time = readTime(given);
  if (!time)
    complain(
      "when",
      "This is no time that can be read, so now is taken. Write it as 2026-03-02 09:00:00, or as epoch seconds.",
    );
  return time;
}

function viewersAddress() {
  const address = textOf("ip").trim();
  if (!address || /^\d{1,3}(\.\d{1,3}){3}(:\d+)?$|^\[?[\da-f]*:[\da-f:.]+\]?(:\d+)?$/i.test(address))
    return address || undefined;
  complain("ip", "This is no IP address, so it was not used. An address has the form 203.0.113.7.");
  return undefined;
}

/** Names, or URLs with them. */
function otherHostnames() {
  const given = textOf("hostnames")
    .split(/[\s,;]+/)
    .filter(Boolean);
  const hosts = given
    .map((text) => text.replace(/^(?!https?:)/i, "https://"))
    .map((url) => (URL.canParse(url) ? new URL(url).host : ""));
  if (hosts.every((host) => /\w\.\w/.test(host))) return hosts;
  complain(
    "hostnames",
    "Not all of these are host names, so none was used. They have the form d111111abcdef8.cloudfront.net.",
  );
  return [];
}

/** @param {string} url */
function asSent(url) {
  return URL.canParse(url) && url.length <= 8192 ? new URL(url).href : url;
}

/**
 * The answer in its own field, or else the one in the paste.
 * @param {import("cloudfront-sign-webcrypto/verify").PastedRequest} pasted
 */
function answerGiven(pasted) {
  const text = textOf("answer");
  if (!text.trim()) return pasted;
  const { status, date, responseBody = text } = readPastedRequest(text) ?? {};
  return { status, date, responseBody };
}

async function explain() {
  if (refusePrivateKeys()) return;
  clearAnswer();
  const question = latestQuestion;
  const requested = textOf("requested");
  const pasted = readPastedRequest(textOf("paste").trim() || requested, { requestedUrl: requested });
  if (!pasted || (pasted.url === undefined && !pasted.cookies && !pasted.setCookie)) {
    complain(
      "paste",
      textOf("paste").trim()
        ? "There is no signed URL and no signed cookie in this. Paste a whole URL that starts with https://, a Cookie header with CloudFront-Signature in it, or the lines CloudFront-Policy=…, CloudFront-Signature=…, CloudFront-Key-Pair-Id=…"
        : "Paste a signed URL or cookies first.",
    );
    empty.hidden = true;
    verdict.replaceChildren(card("unread", "Not read", "This could not be read as a signed URL or cookies."));
    element("paste").focus();
    return;
  }
  const { url, cookies, setCookie } = pasted;
  const notes = [...pasted.notes];
  const isEscaped = url?.includes("&amp;") ?? false;
  const sent = url === undefined ? undefined : asSent(url);
  const whole = cookies ? inspectCloudFrontCookies(cookies, sent) : inspectCloudFrontUrl(sent ?? "");
  const isShadowed = whole.problem === "cookies-shadowed-by-query";
  const inspection = isShadowed ? inspectCloudFrontCookies(cookies ?? "") : whole;
  if (isShadowed) notes.push("What follows is what the cookies say. CloudFront does not look at them.");
  const verifier = verifierFor(inspection.keyPairId ?? "");
  const { status, date, responseBody } = answerGiven(pasted);
  const time = timeOfRequest(date, notes);
  const [now, ipAddress, hostnames] = [time ?? new Date(), viewersAddress(), otherHostnames()];
  /** @param {typeof verifier} checkedBy */
  const look = async (checkedBy) => ({
    findings: await explainCloudFrontDenial({
      url,
      cookies,
      setCookie,
      verifier: checkedBy,
      status,
      responseBody,
      now,
      ipAddress,
      hostnames,
    }),
    verdict:
      sent === undefined
        ? undefined
        : await checkedBy?.verifyCookies(sent, cookies ?? "", { now, ipAddress }),
    isChecked: checkedBy !== undefined,
  });
  // A key is imported when it is first needed: what is wrong inside it, or with the browser, comes out only here.
  const looked = await look(verifier).catch((error) => {
    if (question === latestQuestion) complain("publicKey", `Not used. ${error.message}`);
    return look(undefined);
  });
  if (question !== latestQuestion) return;
  const answer = { ...looked, inspection, now, isNow: !time, notes };
  empty.hidden = true;
  verdict.replaceChildren(verdictOf(answer));
  result.replaceChildren(...(isEscaped ? [offerUnescaped()] : []), ...details(answer));
  result.hidden = false;
  // On a phone the answer is below the form.
  const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (verdict.getBoundingClientRect().bottom > innerHeight || verdict.getBoundingClientRect().top < 0)
    element("answerTitle").scrollIntoView({ behavior: smooth ? "smooth" : "instant" });
}

/** HTML source has `&amp;` rightly; everywhere else it is the mistake. Only the one who pasted it knows. */
function offerUnescaped() {
  const button = make("button", "", "Read &amp; as &");
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    element("paste").value = textOf("paste").replaceAll("&amp;", "&");
    explain();
  });
  return make(
    "p",
    "aside",
    "If this was copied from HTML source, the browser itself turns &amp; into &, and this is not the cause. ",
    button,
  );
}

form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  explain();
});
form.addEventListener("input", () => {
  refusePrivateKeys();
  sayWhatIsKnown();
});
form.addEventListener("reset", () => {
  clearAnswer();
  // The fields are emptied after this event.
  setTimeout(sayWhatIsKnown);
});
form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});

const buttons = Object.entries(samples).map(([name, sample]) => {
  const button = make("button", "", name);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    const values = /** @type {Record<string, string>} */ ({ publicKey, keyPairId, ...sample });
    for (const field of fields) element(field).value = values[field] ?? "";
    sayWhatIsKnown();
    explain();
  });
  return button;
});
element("samples").replaceChildren(...buttons);
sayWhatIsKnown();
