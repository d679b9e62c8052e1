import type { Finding, FindingTable } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { isResourceUndecided } from "../../request/undecided-resource.ts";

/** What was not checked, so that the cause may be there. */
export type UndecidedFindingId =
  /**
   * There is no `verifier`, and nothing else explains the denial. Or neither `url` nor `cookies` was passed, or the
   * runtime refuses to verify SHA-1.
   */
  | "signature-not-checked"
  /** You passed `cookies` but no `url`, or `Resource` has too many wildcards to compare. */
  | "resource-not-checked";

/** What is found where something was not checked, or where nothing is wrong. */
export type UndecidedFinding = Finding<
  UndecidedFindingId | "ip-unknown" | "key-not-trusted" | "nothing-wrong-here"
>;

export const undecidedFindingTable: FindingTable<UndecidedFindingId, ReadQuestion> = {
  "signature-not-checked": {
    rank: 1230,
    summary: "The signature was not checked.",
    fix: "Pass the public key to check the signature.",
  },
  "resource-not-checked": {
    rank: 1240,
    summary: "The signed resource was not compared with the requested URL.",
    fix: "Pass the requested URL to compare the signed resource with it.",
    certainty: "possible",
    find: (question) => {
      const { request, credentials } = question;
      if (request.url === "")
        return credentials.kind === "canned"
          ? "a canned policy contains the requested URL, without which its signature cannot be checked"
          : "the cookies have no fault, but the requested URL is not known";
      if (!isResourceUndecided(question)) return undefined;
      return {
        evidence:
          "Resource has more or longer parts with ? than are compared with the URL, so Resource may or may not cover the URL",
        fix: "Write a shorter Resource: replace many ? with *, or end it with *.",
      };
    },
  },
};
