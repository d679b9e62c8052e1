import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { notesOf } from "./notes.js";
import { holdsPrivateKey } from "./private-key.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);
const [form, problem, empty, result, signedUrl, note] = [
  "form",
  "problem",
  "empty",
  "result",
  "signedUrl",
  "note",
].map(element);
const fields = ["privateKey", "keyPairId", "url"];
const whatAppears = "The signed URL appears here.";
/** Counts what makes an answer a former one. */
let changes = 0;

/**
 * Shows a problem, below its field. The fields have the names of the library's options.
 * @param {string} text
 * @param {string} [field]
 */
function complain(text, field) {
  const label = field && document.querySelector(`label[for="${field}"]`)?.textContent;
  problem.textContent = label ? text.replace(`${field}:`, `${label}:`) : text;
  problem.hidden = false;
  empty.hidden = false;
  const isOfField = field && fields.includes(field);
  element(isOfField ? `${field}Hint` : "empty").after(problem);
  if (!isOfField) return;
  element(field).setAttribute("aria-invalid", "true");
  element(field).focus();
}

/** What the library says in words for programs. @type {[field: string, is: RegExp, problem: string][]} */
const problems = [
  ["keyPairId", /^$/, "is empty; enter the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F"],
  ["url", /^$/, "is empty; enter the address of a file, such as https://cdn.example.com/a.mp4"],
  [
    "url",
    /^[^?#]*\*/,
    "has a wildcard, and this page signs one file; enter its whole address, with %2A for a real *",
  ],
  // A line break between them is lost in the field.
  [
    "url",
    /^https?:\/\/(.*\s|[^?#]*\.\w{1,5})https?:\/\//i,
    "has two URLs, and this page signs one file; enter them one after the other",
  ],
];

/** Takes private keys out of the fields of one line, where they can be read. @returns {boolean} whether there was one */
function removeMisplacedKeys() {
  const holding = ["keyPairId", "url"].filter((field) => holdsPrivateKey(element(field).value));
  for (const field of holding) {
    element(field).value = "";
    complain(`${field}: had a private key, which was removed; paste it into “Private key”`, field);
  }
  return holding.length > 0;
}

form.addEventListener("input", () => {
  changes++;
  if (!result.hidden) {
    empty.textContent = "A field has changed. Press Sign to sign again.";
    empty.hidden = false;
  }
  result.hidden = true;
  signedUrl.value = "";
  removeMisplacedKeys();
});

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  problem.hidden = true;
  empty.hidden = true;
  empty.textContent = whatAppears;
  result.hidden = true;
  signedUrl.value = "";
  element("copied").textContent = "";
  for (const field of fields) element(field).removeAttribute("aria-invalid");
  if (removeMisplacedKeys()) return;
  for (const [field, is, problem] of problems)
    if (is.test(element(field).value.trim())) return complain(`${field}: ${problem}`, field);
  const before = changes;
  try {
    const signer = createCloudFrontSigner({
      keyPairId: element("keyPairId").value.trim(),
      privateKey: element("privateKey").value,
      maxLifetime: "7d",
    });
    const signed = await signer.signUrl(element("url").value, { expiresIn: element("expiresIn").value });
    if (before !== changes) {
      empty.hidden = false;
      return;
    }
    signedUrl.value = signed;
    note.replaceChildren(...notesOf(new URL(signed)));
    result.hidden = false;
    signedUrl.focus();
    signedUrl.select();
  } catch (error) {
    if (isCloudFrontSignError(error)) complain(error.message, error.option);
    else complain(`This browser cannot sign: ${error}`);
  }
});

element("copy").addEventListener("click", async () => {
  signedUrl.select();
  await navigator.clipboard.writeText(signedUrl.value).then(
    () => {
      element("copied").textContent = "Copied";
    },
    () => {
      element("copied").textContent = "This browser does not copy. Copy the selected text yourself.";
    },
  );
});

empty.textContent = whatAppears;
