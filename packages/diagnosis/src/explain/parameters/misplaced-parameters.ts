import { limits, namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { likely, proven } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import type { ReadQuestion } from "../question/question.ts";
import { type OtherIdentifier, otherIdentifier } from "../values/key-pair-id-form.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/** Signing parameters that are there and do not count, and URLs that do not go to CloudFront. */
export function misplacedParameterFindings(question: ReadQuestion): ParameterFinding[] {
  const { request, givenUrl, cookies, keyPairId } = question;
  const text = givenUrl.slice(0, limits.longestUrlText);
  const [address = "", ...fragments] = text.split("#");
  const findings: ParameterFinding[] = [];
  const isComplete = namesMissing(request).length === 0;
  const [, presigned] = /[?&](X-Amz-Signature|AWSAccessKeyId)=/.exec(address) ?? [];
  // A URL that is signed for CloudFront as well may pass them on to the origin.
  if (presigned && !isComplete) findings.push(proven("s3-presigned", `there is the parameter ${presigned}`));
  // As a number, the entity of & starts a fragment for clients.
  if (hasMissing(request, text, /&#(?:0{0,4}38|x0{0,4}26);(Signature|Key-Pair-Id|Policy|Expires)=/gi))
    findings.push(proven("html-escaped", "there is the HTML entity of & in front of a parameter"));
  else if (hasMissing(request, fragments.join("#"), /(?:^|[?&;])(Signature|Key-Pair-Id)=/g))
    findings.push(proven("parameters-in-fragment", "signing parameters stand after the #"));
  if (hasMissing(request, address, /&(?:amp;)+(Signature|Key-Pair-Id|Policy|Expires)=/g))
    findings.push(proven("html-escaped", "the name of a parameter starts with amp;"));
  findings.push(...otherIdentifierFindings(question, keyPairId));
  const names = namesOfQuery(address.split("?")[1] ?? "");
  const cookieNames = cookies.pairs.map(([name]) => name);
  for (const name of [misspeltName(names, "", request), misspeltName(cookieNames, "CloudFront-", request)])
    if (name !== undefined)
      findings.push(likely("parameter-names", `CloudFront does not know the name ${quote(name)}`));
  return findings;
}

/** The parameters that a signature still needs. */
function namesMissing({ parameters }: ReadQuestion["request"]): string[] {
  const hasPolicy = parameters.has("Policy") || parameters.has("Expires");
  return [
    ...(hasPolicy ? [] : ["Policy", "Expires"]),
    ...["Signature", "Key-Pair-Id"].filter((name) => !parameters.has(name)),
  ];
}

/** Whether text has a parameter that the request needs and does not have where it counts. */
function hasMissing(request: ReadQuestion["request"], text: string, name: RegExp): boolean {
  const missing = namesMissing(request);
  if (missing.length === 0) return false;
  for (const { 1: found = "" } of text.matchAll(name))
    if (missing.some((one) => one.toLowerCase() === found.toLowerCase())) return true;
  return false;
}

/** Before that the key is not trusted, which follows from it. */
const rankOfOtherIdentifier = 405;

/** An ID that AWS gives to something else. CloudFront knows the key if it answers with another code. */
function otherIdentifierFindings(
  { verifier, code, keyLookupProblem }: ReadQuestion,
  keyPairId: string,
): ParameterFinding[] {
  const identifier = otherIdentifier(keyPairId);
  const isKnown = verifier?.keyPairIds.includes(keyPairId) || (code !== undefined && code !== "InvalidKey");
  if (identifier === undefined || keyLookupProblem || isKnown) return [];
  return [
    likely("key-id-not-a-key-id", `Key-Pair-Id has the form of ${otherKinds[identifier]}`, {
      fix: "Use the ID of the public key (K…): CloudFront console, Key management, Public keys; or aws cloudfront list-public-keys.",
      rank: rankOfOtherIdentifier,
    }),
  ];
}

const otherKinds: Readonly<Record<OtherIdentifier, string>> = {
  distribution: "the ID of a distribution (E…)",
  "access-key": "the ID of an access key (AKIA…, ASIA…)",
  account: "the number of an AWS account",
};

/** The first name that is meant as that of a parameter which the request does not have. */
function misspeltName(
  names: readonly string[],
  prefix: "" | "CloudFront-",
  { source, parameters }: ReadQuestion["request"],
): string | undefined {
  const isSigned = parameters.has("Key-Pair-Id") && parameters.has("Signature");
  const hasPolicy = !source || parameters.has("Policy") || parameters.has("Expires");
  return names
    .map((name) => name.trim())
    .find((name) => {
      const [, known = ""] = /^(?:CloudFront-)?(Key-?Pair-?Id|Signature|Expires|Policy)$/i.exec(name) ?? [];
      const isMissing = /^[ep]/i.test(known) ? !hasPolicy : known && !isSigned;
      return isMissing && !parameterNames.some((exact) => name === prefix + exact);
    });
}
