import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";
import { publicKeyFlag } from "./public-key-flag.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** What a person should know about how an explanation came about. */
export function explainNotes(
  request: DeniedRequest,
  fetched: Fetched | undefined,
  { findings, inspection, isChecked, timeSource }: Explanation,
): string[] {
  const notes = [...request.notes, ...(fetched?.notes ?? [])];
  if (timeSource === "answer" && fetched === undefined)
    notes.push("The time of the request is taken from the Date header of the answer.");
  if (findings.some(({ id }) => id === "html-escaped"))
    notes.push(
      "If you copied the URL from HTML source, &amp; is right there, and browsers read it as &: explain the URL with & instead.",
    );
  if (isChecked && findings.some(({ id }) => id === "signature-mismatch"))
    notes.push(
      "Other host names of the distribution can be tried: --hostname HOST. To compare keys, print the public key of the signer's private key: openssl pkey -in private.pem -pubout",
    );
  // Where there is no signature, no key helps; and the finding says it, too.
  const isSaid = findings.some(({ id }) => id === "signature-not-checked");
  if (!isChecked && !isSaid && inspection.signature !== undefined)
    notes.push(
      `The signature was not checked. With the public key, more can be proven: ${publicKeyFlag(inspection)}.`,
    );
  return notes;
}
