import type { CloudFrontDenialReason } from "cloudfront-sign-webcrypto/verify";
import type { Field } from "./print-fields.ts";
import { program } from "./program.ts";

/** A reason to deny a request, and what to do next; `first` is what to do before that. */
export function denialFields(reason: CloudFrontDenialReason, first = ""): Field[] {
  return [
    ["Reason", reason],
    ["Next", first + nextStep(reason)],
  ];
}

function nextStep(reason: CloudFrontDenialReason): string {
  switch (reason) {
    case "ip-unknown":
      return "give the viewer's address: --ip-address IP";
    case "no-credentials":
    case "key-id-missing":
    case "signature-missing":
    case "policy-missing":
      return `check that the URL is in single quotes, as a shell ends a command at &; otherwise ${program()} explain says what to do`;
    default:
      return `${program()} explain, with the same arguments, finds the cause and says what to do`;
  }
}
