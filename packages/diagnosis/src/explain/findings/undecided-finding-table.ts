import type { FindingEntry } from "./finding-entry.ts";

/** What was not checked, so that the cause may be there. */
export type UndecidedFindingId =
  /**
   * There is no `verifier`, and nothing else explains the denial. Or neither `url` nor `cookies` is given, or the
   * runtime refuses to verify SHA-1.
   */
  | "signature-not-checked"
  /** There are cookies and no `url`, or `Resource` has too many wildcards to compare it. */
  | "resource-not-checked";

export const undecidedFindingTable: Record<UndecidedFindingId, FindingEntry> = {
  "signature-not-checked": {
    rank: 1230,
    summary: "The signature was not checked.",
    fix: "Give the public key: it shows whether the signature is valid, and if not, why.",
    wordsFor: (evidence) => {
      switch (evidence) {
        case "no-request":
          return {
            summary: "The request is not known, so nothing about it was checked.",
            fix: "Give what was requested: the URL, or the URL and the cookies.",
          };
        case "sha1-refused":
          return {
            fix: "Check it in a runtime that verifies SHA-1, and sign with SHA-256: its signatures are verified here, too.",
          };
        default:
          return undefined;
      }
    },
  },
  "resource-not-checked": {
    rank: 1240,
    summary: "The signed resource was not compared with the requested URL.",
    fix: "Give the requested URL to compare the signed resource with it.",
    wordsFor: (evidence) =>
      evidence === "resource-with-many-wildcards"
        ? { fix: "Write a shorter Resource: with * in the place of many ?, or one that ends with *." }
        : undefined,
  },
};
