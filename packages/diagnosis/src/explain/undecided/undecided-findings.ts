import { type Finding, likely, possible } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { isResourceUndecided } from "../question/undecided-resource.ts";

/** What a public key, a URL or an address would decide, where nothing that is proven explains a denial. */
export function undecidedFindings(question: ReadQuestion, findings: readonly Finding[]): Finding[] {
  const { answer, hasRequest } = question;
  // CloudFront has decided, or a proof does.
  if (answer.isAllowed || findings.some(({ certainty }) => certainty === "proven")) return [];
  if (!hasRequest) return [possible("signature-not-checked", "no-request")];
  const unchecked = isReadable(question)
    ? [...signatureFindings(question), ...resourceFindings(question), ...addressFindings(question)]
    : [];
  return unchecked.length > 0 || findings.length > 0 ? unchecked : allCheckedFindings(question);
}

/** Whether there is a signature that could be checked, and a policy that could be compared. */
function isReadable({ request, keyLookupProblem, credentials }: ReadQuestion): boolean {
  return !request.problem && !keyLookupProblem && !credentials.problem;
}

function signatureFindings({ verifier, keyPairId }: ReadQuestion): Finding[] {
  if (!verifier) return [possible("signature-not-checked", "no-verifier")];
  return verifier.keyPairIds.includes(keyPairId)
    ? []
    : [possible("key-not-trusted", "key-pair-id-not-in-group-but-accepted")];
}

function resourceFindings(question: ReadQuestion): Finding[] {
  const { request, credentials } = question;
  if (request.url === "")
    return [
      possible(
        "resource-not-checked",
        credentials.kind === "canned" ? "no-url-for-canned-cookies" : "no-url-for-cookies",
      ),
    ];
  return isResourceUndecided(question)
    ? [possible("resource-not-checked", "resource-with-many-wildcards")]
    : [];
}

function addressFindings({ ipAddress, credentials }: ReadQuestion): Finding[] {
  const cidr = credentials.policy?.ipAddress;
  if (ipAddress || cidr === undefined) return [];
  return [possible("ip-unknown", { kind: "address-not-given", cidr })];
}

/** What a denial shows where all was checked and nothing is wrong. */
function allCheckedFindings({ code, status }: ReadQuestion): Finding[] {
  if (!code && !status) return [];
  return [likely("nothing-wrong-here", "all-valid")];
}
