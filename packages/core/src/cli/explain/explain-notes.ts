import { isKeyPairId } from "../../key/key-pair-id.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** What a person should know about how an explanation came about. */
export function explainNotes(
  request: DeniedRequest,
  fetched: Fetched | undefined,
  { findings, inspection, isChecked, isAddressKnown, timeSource }: Explanation,
): string[] {
  const notes = [...request.notes, ...(fetched?.notes ?? [])];
  if (timeSource === "answer" && fetched === undefined)
    notes.push("The time of the request is taken from the Date header of the answer.");
  if (findings.some(({ id }) => id === "html-escaped"))
    notes.push(
      "If you copied the URL from HTML source, &amp; is right there, and browsers read it as &: explain the URL with & instead.",
    );
  const range = inspection.policy?.ipAddress;
  if (range !== undefined && !isAddressKnown)
    notes.push(`The policy is for ${range} only. To compare the viewer's address with it: --ip-address IP.`);
  if (isChecked && findings.some(({ id }) => id === "signature-mismatch"))
    notes.push(
      "Other host names of the distribution can be tried: --hostname HOST. To compare keys, print the public key of the signer's private key: openssl pkey -in private.pem -pubout",
    );
  // Where there is no signature, no key helps.
  if (!isChecked && inspection.signature !== undefined) {
    const { keyPairId = "" } = inspection;
    const id = isKeyPairId(keyPairId) ? keyPairId : "ID";
    notes.push(
      `The signature was not checked. With the public key, more can be proven: --public-key ${id}=FILE.`,
    );
  }
  return notes;
}
