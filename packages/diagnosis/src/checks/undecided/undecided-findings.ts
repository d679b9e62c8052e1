import { type Finding, foundBy, likely, possible } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { type UndecidedFinding, undecidedFindingTable } from "./undecided-finding-table.ts";

/** What a public key, a URL or an address would decide, where nothing that is proven explains a denial. */
export function undecidedFindings(question: ReadQuestion, findings: readonly Finding[]): UndecidedFinding[] {
  const { answer, hasRequest } = question;
  // CloudFront has decided, or a proof does, or another part of the distribution answered in its place.
  const isDecided = ({ id, certainty }: Finding): boolean =>
    certainty === "proven" || (certainty === "likely" && answeredElsewhere.includes(id));
  if (answer.isAllowed || findings.some(isDecided)) return [];
  if (!hasRequest) return [possible("signature-not-checked", noRequest)];
  const unchecked = isReadable(question)
    ? [
        ...signatureFindings(question),
        ...foundBy(undecidedFindingTable, question),
        ...addressFindings(question),
      ]
    : [];
  return unchecked.length > 0 || findings.length > 0 ? unchecked : allCheckedFindings(question);
}

/** Answers that no key would explain better. */
const answeredElsewhere: readonly string[] = [
  "s3-query-auth",
  "origin-kms",
  "s3-denied",
  "waf-blocked",
  "country-blocked",
  "alternate-domain-missing",
  "method-not-allowed",
  "https-required",
  "edge-function-answered",
  "request-too-large",
  "parameters-lost",
  "preflight-without-cookies",
];

const noRequest = {
  evidence: "neither a URL nor cookies were passed",
  summary: "The request is not known, so nothing about it was checked.",
  fix: "Pass what was requested: the URL, or the URL and the cookies.",
} as const;

/** Whether there is a signature that could be checked, and a policy that could be compared. */
function isReadable({ request, keyLookupProblem, credentials }: ReadQuestion): boolean {
  return !request.problem && !keyLookupProblem && !credentials.problem;
}

function signatureFindings({ verifier, keyPairId }: ReadQuestion): UndecidedFinding[] {
  if (!verifier)
    return [possible("signature-not-checked", "there is no public key, so the signature was not checked")];
  if (verifier.keyPairIds.includes(keyPairId)) return [];
  return [
    possible(
      "key-not-trusted",
      "the key group that you passed does not contain this ID, but the response is not InvalidKey",
    ),
  ];
}

function addressFindings({ ipAddress, credentials }: ReadQuestion): UndecidedFinding[] {
  const cidr = credentials.policy?.ipAddress;
  if (ipAddress || cidr === undefined) return [];
  return [possible("ip-unknown", `the policy is for ${cidr} only, but the viewer's address is not known`)];
}

const compareAddress =
  "Compare the viewer's address with c-ip in the access log. CloudFront denies all viewers who connect over IPv6. Also look for another cache behavior, an old response in a cache, or another key group.";

/** What a denial shows where all was checked and nothing is wrong. */
function allCheckedFindings({ code, status, credentials }: ReadQuestion): UndecidedFinding[] {
  if (!code && !status) return [];
  const evidence = "the signature, resource and times are correct for this key group";
  // Of the other causes, each would have another code.
  const changed = code === "MalformedPolicy" ? "policy" : code === "MalformedSignature" && "signature";
  const otherAddress = credentials.policy?.ipAddress !== undefined ? { fix: compareAddress } : undefined;
  if (!changed) return [likely("nothing-wrong-here", evidence, otherAddress)];
  return [
    likely("nothing-wrong-here", `${evidence}, but the response is ${code}`, {
      summary: `CloudFront received another ${changed} than this request has.`,
      fix: `Look at the request that was actually sent: something between the signer and CloudFront changes the ${changed}. Key, time and address have other codes.`,
    }),
  ];
}
