// The fields of the form: what they hold, and what is said beside them.

/**
 * @typedef {"paste" | "requested" | "publicKey" | "keyPairId" | "hostnames" | "answer" | "ip" | "when" | "method"
 *   | "pageOrigin"} Field
 */

/** @type {readonly Field[]} */
export const fields = [
  "paste",
  "requested",
  "publicKey",
  "keyPairId",
  "hostnames",
  "answer",
  "ip",
  "when",
  "method",
  "pageOrigin",
];

/** @param {string} id @returns {any} */
export const elementById = (id) => document.getElementById(id);

/** @param {Field} field @returns {string} */
export const textOf = (field) => elementById(field).value;

/** @param {Field} field */
export const labelOf = (field) =>
  document.querySelector(`label[for="${field}"]`)?.firstChild?.textContent?.trim() ?? "";

/** @param {Field} field */
function unfold(field) {
  if (elementById("more").contains(elementById(field))) elementById("more").open = true;
}

/** Says beside a field why it was not used. @param {Field} field @param {(string | Node)[]} content */
export function complain(field, ...content) {
  elementById(`${field}Problem`).replaceChildren(...content);
  elementById(field).setAttribute("aria-invalid", "true");
  unfold(field);
}

/** @param {Field} field */
export function withdrawComplaint(field) {
  elementById(`${field}Problem`).textContent = "";
  elementById(field).removeAttribute("aria-invalid");
}

/** Opens a field, and says in one sentence what it would decide. @param {Field} field @param {string} why */
export function askFor(field, why) {
  elementById(`${field}Why`).textContent = why;
  unfold(field);
}

/** @param {Field} field */
export function goTo(field) {
  unfold(field);
  elementById(field).focus();
  elementById(field).scrollIntoView({ block: "center" });
}

/** Takes away all that was said beside the fields. */
export function clearRemarks() {
  for (const field of fields) withdrawComplaint(field);
  for (const why of document.querySelectorAll(".why")) why.textContent = "";
}

/** What the folded fields hold can be seen without unfolding them. */
export function sayWhatIsKnown() {
  const given = fields.slice(2).filter((field) => textOf(field).trim());
  elementById("known").textContent =
    given.length > 0
      ? `given: ${given.map(labelOf).join(", ")}`
      : "public key, host names, answer, address, time, method, page";
}
