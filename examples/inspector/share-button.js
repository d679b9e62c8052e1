import { make, makeButton } from "./make.js";
import { diagnosisText } from "./share.js";

const whatIsLeftOut =
  "The text contains no signature, policy or key, and no values of parameters or cookies.";

/** A button that copies the diagnosis, and shows what was copied. @param {import("./explain.js").Answer} answer */
export function shareButton(answer) {
  const status = make("p", "hint");
  status.setAttribute("role", "status");
  const preview = make("div", "preview");
  const button = makeButton("Copy the diagnosis", async () => {
    const text = /** @type {HTMLTextAreaElement} */ (make("textarea"));
    text.id = "diagnosis";
    text.readOnly = true;
    text.rows = 10;
    text.value = diagnosisText(answer);
    const label = make("label", "", "What to paste into a ticket");
    label.setAttribute("for", text.id);
    preview.replaceChildren(label, text);
    const isCopied = await copy(text);
    status.textContent = isCopied
      ? `Copied. ${whatIsLeftOut}`
      : `The browser did not let the page copy. The text is selected: copy it with Ctrl+C or ⌘C. ${whatIsLeftOut}`;
  });
  return make("div", "share", button, status, preview);
}

/** @param {HTMLTextAreaElement} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // Without a secure context or the permission. The text is selected for the reader to copy.
    text.focus();
    text.select();
    return false;
  }
}
