import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);
const [form, problem, empty, result, signedUrl] = ["form", "problem", "empty", "result", "signedUrl"].map(
  element,
);
const fields = ["privateKey", "keyPairId", "url"];

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
];

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  problem.hidden = true;
  empty.hidden = true;
  result.hidden = true;
  element("copied").textContent = "";
  for (const field of fields) element(field).removeAttribute("aria-invalid");
  for (const [field, is, problem] of problems)
    if (is.test(element(field).value.trim())) return complain(`${field}: ${problem}`, field);
  try {
    const signer = createCloudFrontSigner({
      keyPairId: element("keyPairId").value.trim(),
      privateKey: element("privateKey").value,
    });
    signedUrl.value = await signer.signUrl(element("url").value, { expiresIn: element("expiresIn").value });
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

empty.textContent = "The signed URL appears here.";
