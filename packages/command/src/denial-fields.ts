import type { CloudFrontDenialReason } from "cloudfront-sign-webcrypto/verify";
import type { Field } from "./print-fields.ts";
import { program } from "./program.ts";

/** A reason to deny a request, and what to do next. */
export function denialFields(reason: CloudFrontDenialReason): Field[] {
  return [
    ["Reason", reason],
    ["Next", nextStep(reason)],
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
