import type { Sentences } from "./sentences.ts";

/** What was not given, or not compared. */
export type UndecidedEvidence =
  | "no-verifier"
  | "sha1-refused"
  | "no-request"
  | "no-url-for-cookies"
  | "no-url-for-canned-cookies"
  | "resource-with-many-wildcards";

export const undecidedSentences: Sentences<UndecidedEvidence> = {
  "no-verifier": "no public key was given, and only it shows whether the signature is valid",
  "sha1-refused":
    "the signature is one with SHA-1, which this runtime refuses to verify (FIPS mode or a crypto policy)",
  "no-request": "neither a URL nor cookies were given",
  "no-url-for-cookies": "the cookies have no fault, but the requested URL is not known",
  "no-url-for-canned-cookies":
    "a canned policy contains the requested URL, without which its signature cannot be checked",
  "resource-with-many-wildcards":
    "Resource has more or longer parts with ? than are compared with the URL, so that it may cover it or not",
};
