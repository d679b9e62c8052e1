import type { CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { program } from "../../program.ts";
import { publicKeyFlag } from "./explain-flags.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** What a person should know about how an explanation came about. */
export function explainNotes(
  request: DeniedRequest,
  fetched: Fetched | undefined,
  { findings, inspection, isChecked, hasRequest, hasTimeOfAnswer }: Explanation,
): string[] {
  const notes = [...request.notes, ...(fetched?.notes ?? [])];
  const hasFinding = (wanted: CloudFrontFindingId): boolean => findings.some(({ id }) => id === wanted);
  if (hasTimeOfAnswer && fetched === undefined)
    notes.push("The time of the request comes from the Date header of the response.");
  if (hasFinding("html-escaped"))
    notes.push(
      "If you copied the URL from HTML source, &amp; is right there, and browsers read it as &: explain the URL with & instead.",
    );
  if (isChecked && hasFinding("signature-mismatch"))
    notes.push(
      "Other host names of the distribution can be tried: --hostname HOST. To compare keys, print the public key of the signer's private key: openssl pkey -in private.pem -pubout",
    );
  if (hasFinding("nothing-wrong-here") && fetched === undefined && request.responseBody === undefined)
    notes.push(
      `The response shows what denied the request: pass it with --body FILE, or add --fetch. ${program()} doctor checks the distribution.`,
    );
  if (!hasRequest)
    notes.push(
      "More can be checked with --url URL, --cookie COOKIES, or the whole output of curl -v, which writes the request to standard error: add 2>&1 before the pipe.",
    );
  else if (!inspection.url && hasFinding("resource-not-checked"))
    notes.push("More can be checked with --url URL.");
  if (hasFinding("ip-unknown")) notes.push("More can be checked with --ip-address IP.");
  // Where there is no signature, no key helps.
  if (!isChecked && inspection.signature !== undefined)
    notes.push(
      `The signature was not checked. With the public key, more can be proven: ${publicKeyFlag(inspection)}.`,
    );
  return notes;
}
