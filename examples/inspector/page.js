import { decidingFields } from "./deciding-fields.js";
import { explainFields } from "./explain.js";
import {
  askFor,
  clearRemarks,
  complain,
  elementById,
  fields,
  sayWhatIsKnown,
  textOf,
  withdrawComplaint,
} from "./fields.js";
import { make, makeButton } from "./make.js";
import { checkPublicKey, complainOfPublicKey } from "./read-fields.js";
import { refusePrivateKeys } from "./refuse-private-keys.js";
import { details } from "./result.js";
import { keyPairId, publicKey, samples } from "./samples.js";
import { shareButton } from "./share-button.js";
import { card, verdictOf, waysToFields } from "./verdict.js";

const [form, refused, former, verdict, result, empty] = [
  "form",
  "refused",
  "former",
  "verdict",
  "result",
  "empty",
].map(elementById);
/** The number of the latest question: only its answer is shown. */
let latestQuestion = 0;
/** Whether a field has changed since the latest question. */
let isChanged = false;

function clearAnswer() {
  latestQuestion++;
  for (const one of [verdict, result]) one.replaceChildren();
  result.hidden = true;
  former.hidden = true;
  empty.hidden = false;
  clearRemarks();
}

async function explain() {
  if (refusePrivateKeys(clearAnswer)) return;
  clearAnswer();
  isChanged = false;
  const question = latestQuestion;
  const answer = await explainFields();
  if (question !== latestQuestion) return;
  empty.hidden = true;
  if (answer) show(answer);
  else sayUnread();
  sayWhetherFormer();
}

/** An answer to fields that have changed since is read as that of the new ones. */
function sayWhetherFormer() {
  former.hidden = !isChanged || !verdict.hasChildNodes();
}

function sayUnread() {
  // The private key was taken out of the field, and its warning stays.
  const isTakenOut = refused.hasChildNodes() && !textOf("paste").trim();
  complain(
    "paste",
    textOf("paste").trim()
      ? "There is no signed URL and no signed cookie in this. Paste a whole URL that starts with https://, a Cookie header with CloudFront-Signature in it, or the lines CloudFront-Policy=…, CloudFront-Signature=…, CloudFront-Key-Pair-Id=…"
      : "Paste a signed URL or cookies first.",
  );
  if (!isTakenOut)
    verdict.replaceChildren(card("unread", "Not read", "This could not be read as a signed URL or cookies."));
  elementById("paste").focus();
}

/** @param {import("./explain.js").Answer} answer */
function show(answer) {
  if (answer.keyError) complainOfPublicKey(answer.keyError);
  const deciding = decidingFields(answer.findings, (field) => isUnknown(field, answer), answer.isNow);
  for (const { field, why } of deciding) askFor(field, why);
  verdict.replaceChildren(verdictOf(answer));
  result.replaceChildren(
    ...waysToFields(deciding),
    shareButton(answer),
    ...(answer.isEscaped ? [offerUnescaped()] : []),
    ...details(answer),
  );
  result.hidden = false;
  sayWhatIsKnown();
  scrollToVerdict();
}

/** A paste can have the response in it, or nothing but the response. @param {import("./fields.js").Field} field @param {import("./explain.js").Answer} answer */
function isUnknown(field, { status, given }) {
  if (field === "paste") return (given.url ?? given.cookies) === undefined;
  if (field === "answer") return status === undefined && !given.responseBody;
  return !textOf(field).trim();
}

function scrollToVerdict() {
  const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { top, bottom } = verdict.getBoundingClientRect();
  if (bottom > innerHeight || top < 0)
    elementById("answerTitle").scrollIntoView({ behavior: smooth ? "smooth" : "instant" });
}

/** HTML source has `&amp;` rightly; everywhere else it is the mistake. Only the one who pasted it knows. */
function offerUnescaped() {
  return make(
    "p",
    "aside",
    "If you copied this from HTML source, &amp; is correct there and not the cause. ",
    makeButton("Read &amp; as &", () => {
      elementById("paste").value = textOf("paste").replaceAll("&amp;", "&");
      explain();
    }),
  );
}

form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  explain();
});
form.addEventListener("input", () => {
  isChanged = true;
  refusePrivateKeys(clearAnswer);
  sayWhetherFormer();
  sayWhatIsKnown();
});
elementById("publicKey").addEventListener("input", () => {
  // What was said of a private key that was just removed stays.
  if (!textOf("publicKey")) return;
  withdrawComplaint("publicKey");
  checkPublicKey();
});
form.addEventListener("reset", () => {
  clearAnswer();
  refused.replaceChildren();
  // The fields are emptied after this event.
  setTimeout(sayWhatIsKnown);
});
form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});

const buttons = Object.entries(samples).map(([name, sample]) =>
  makeButton(name, () => {
    const values = /** @type {Record<string, string>} */ ({ publicKey, keyPairId, ...sample });
    for (const field of fields) elementById(field).value = values[field] ?? "";
    sayWhatIsKnown();
    explain();
  }),
);
elementById("samples").replaceChildren(...buttons);
sayWhatIsKnown();
