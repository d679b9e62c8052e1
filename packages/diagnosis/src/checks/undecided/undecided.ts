import type { CloudFrontDenialCode } from "cloudfront-sign-webcrypto/verify";
import { type Finding, foundBy, likely, possible } from "../../findings/finding.ts";
import { privateNetworkOf } from "../../findings/network.ts";
import { hostQuote, listed, quote } from "../../findings/quote.ts";
import { downloadOf } from "../../request/key-pair-id-form.ts";
import { isResourceUndecided, type ReadQuestion } from "../../request/question.ts";
import type { CheckEntry, Checks } from "../check.ts";

/**
 * What was not checked, so that the cause may be there, and that nothing is wrong.
 *
 * @inline
 */
export type UndecidedFindingId =
  /**
   * The policy names an address, and `ipAddress` was not passed.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "ip-unknown"
  /**
   * CloudFront denied the request, although its signature is valid for this key group and its policy allows it.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-403-permission-denied.html
   */
  | "nothing-wrong-here"
  /**
   * There is no `verifier`, and nothing else explains the denial. Or neither `url` nor `cookies` was passed, or the
   * runtime refuses to verify SHA-1.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
   */
  | "signature-not-checked"
  /**
   * You passed `cookies` but no `url`, or `Resource` has too many wildcards to compare.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "resource-not-checked";

export const undecided: Checks<UndecidedFindingId> = {
  "ip-unknown": {
    rank: 1210,
    isUndecided: true,
    summary: "The policy restricts the viewer's address.",
    fix: "Pass the viewer's address to compare it with the policy. The access log shows it as c-ip. CloudFront denies all viewers who connect over IPv6.",
  },
  "nothing-wrong-here": {
    rank: 1220,
    summary: "This request should be allowed: another request failed, or something else denied it.",
    fix: "Pass the body and the headers of the response: they show what denied the request.",
  },
  "signature-not-checked": {
    rank: 1230,
    isUndecided: true,
    summary: "The signature was not checked.",
    fix: "Pass the public key to check the signature.",
  },
  "resource-not-checked": {
    rank: 1240,
    isUndecided: true,
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

type UndecidedFinding = Finding<
  | UndecidedFindingId
  | "key-id-missing"
  | "key-not-trusted"
  | "policy-undecodable"
  | "signature-mismatch"
  | "signature-undecodable"
>;

/** What a public key, a URL or an address would decide, where nothing that is proven explains a denial. */
export function undecidedFindings<Id extends string>(
  question: ReadQuestion,
  findings: readonly Finding<Id>[],
  entryOf: (id: Id) => CheckEntry,
): UndecidedFinding[] {
  const { answer, hasRequest } = question;
  // CloudFront has decided, or a proof does, or another part of the distribution answered in its place.
  const isDecided = ({ id, certainty }: Finding<Id>): boolean =>
    certainty === "proven" || (certainty === "likely" && entryOf(id).isAnsweredElsewhere === true);
  if (answer.isAllowed || findings.some(isDecided)) return [];
  if (!hasRequest) return [...codeFindings(question), possible("signature-not-checked", noRequest)];
  const unchecked = isReadable(question)
    ? [
        ...signatureFindings(question, findings.length === 0),
        ...foundBy(undecided, question),
        ...addressFindings(question),
      ]
    : [];
  return unchecked.length > 0 || findings.length > 0 ? unchecked : allCheckedFindings(question);
}

const noRequest = {
  evidence: "neither a URL nor cookies were passed",
  summary: "The request is not known, so nothing about it was checked.",
  fix: "Pass what was requested: the URL, or the URL and the cookies.",
} as const;

/** What CloudFront's code says of a request that is not known. AccessDenied has too many causes. */
function codeFindings({ code }: ReadQuestion): UndecidedFinding[] {
  const id = code && causesOfCodes[code];
  return id === undefined ? [] : [likely(id, `the response is ${code}, and the request is not known`)];
}

const causesOfCodes: Readonly<Partial<Record<CloudFrontDenialCode, UndecidedFinding["id"]>>> = {
  MissingKey: "key-id-missing",
  InvalidKey: "key-not-trusted",
  MalformedSignature: "signature-undecodable",
  MalformedPolicy: "policy-undecodable",
};

/** Whether there is a signature that could be checked, and a policy that could be compared. */
function isReadable({ request, keyLookupProblem, credentials }: ReadQuestion): boolean {
  return !request.problem && !keyLookupProblem && !credentials.problem;
}

function signatureFindings(question: ReadQuestion, isAlone: boolean): UndecidedFinding[] {
  const { verifier, keyPairId } = question;
  if (!verifier)
    return [
      ...(isAlone ? deniedSignature(question) : []),
      possible("signature-not-checked", {
        evidence: "no public key was passed",
        fix: `Pass the public key as CloudFront has it${downloadOf(keyPairId)}.`,
      }),
    ];
  if (verifier.keyPairIds.includes(keyPairId)) return [];
  return [
    possible("key-not-trusted", {
      evidence: `the request names the ID ${quote(keyPairId)}, and no public key that you passed has it`,
      summary: "The signature was not checked: the request names another public key.",
      fix: `Pass the public key that CloudFront has under this ID${downloadOf(quote(keyPairId))}. If there is none, or if no key group of the cache behavior contains it, sign with a key that is in one.`,
    }),
  ];
}

/** What a denial shows where nothing else is wrong: neither the times nor what the policy covers. */
function deniedSignature({ code, credentials, request, hostnames }: ReadQuestion): UndecidedFinding[] {
  if (code !== "AccessDenied" || request.url === "" || credentials.policy?.ipAddress !== undefined) return [];
  const [path = ""] = request.url.split("?", 1);
  const [encoded] = /%(?:2[14-9A-C]|3[ABD]|40)/i.exec(path) ?? [];
  const hint =
    encoded === undefined
      ? ""
      : ` The path has ${encoded}, which many programs write as ${decodeURIComponent(encoded)}.`;
  return [
    possible("signature-mismatch", {
      evidence: "the response is AccessDenied, and nothing else is wrong with this request",
      summary: "The signature may not fit this request: the URL was changed, or another key signed it.",
      fix: `Compare this URL, character by character, with the one that the signer returned, and check which private key signs.${hint}${hostnames.length > 0 ? ` Check whether it was signed for ${listed(hostnames.map(hostQuote))}.` : ""}`,
    }),
  ];
}

function addressFindings({ ipAddress, credentials }: ReadQuestion): UndecidedFinding[] {
  const cidr = credentials.policy?.ipAddress;
  if (ipAddress || cidr === undefined || privateNetworkOf(cidr) !== undefined) return [];
  return [possible("ip-unknown", `the policy is for ${cidr} only, but the viewer's address is not known`)];
}

/** What a denial shows where all was checked and nothing is wrong. */
function allCheckedFindings({ answer, code, status, credentials }: ReadQuestion): UndecidedFinding[] {
  if (!code && !status) return [];
  const evidence = "the signature, resource and times are correct for this key group";
  // Of the other causes, each would have another code.
  const changed = code === "MalformedPolicy" ? "policy" : code === "MalformedSignature" && "signature";
  if (changed)
    return [
      likely("nothing-wrong-here", `${evidence}, but the response is ${code}`, {
        summary: `CloudFront received another ${changed} than this request has.`,
        fix: `Look at the request that was actually sent: something between the signer and CloudFront changes the ${changed}. Key, time and address have other codes.`,
      }),
    ];
  const steps = [
    credentials.policy?.ipAddress !== undefined && compareAddress,
    answer.body === "" && undecided["nothing-wrong-here"].fix,
    "Look for another cache behavior, an old response in a cache, or another key group.",
  ];
  return [likely("nothing-wrong-here", evidence, { fix: steps.filter(Boolean).join(" ") })];
}

const compareAddress =
  "Compare the viewer's address with c-ip in the access log. CloudFront denies all viewers who connect over IPv6.";
