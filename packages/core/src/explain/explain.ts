import { faultyRequestFindings } from "./answer/faulty-request-findings.ts";
import { methodFindings } from "./answer/method-findings.ts";
import { responseFindings, unrestrictedFindings } from "./answer/response-findings.ts";
import { conditionFindings } from "./conditions/condition-findings.ts";
import { cookieFindings } from "./cookies/cookie-findings.ts";
import type { CloudFrontDenialQuestion } from "./denial-question.ts";
import type { CloudFrontFinding, Finding } from "./finding.ts";
import { withoutExplained } from "./parameters/explained-findings.ts";
import { parameterFindings, possibleParameterFindings } from "./parameters/parameter-findings.ts";
import { type ReadQuestion, readQuestion } from "./question.ts";
import { rankFindings } from "./rank-findings.ts";
import { signatureFindings } from "./signature/signature-findings.ts";
import { undecidedFindings } from "./undecided/undecided-findings.ts";

/**
 * Explains why CloudFront denied a request: findings with evidence and fix, the cause first. The list is
 * empty when everything was checked and nothing is wrong. Where something was not checked, the last findings
 * say which option of the question would decide it.
 *
 * With a verifier it finds out what the signature was made of: it opens RSA signatures with the public key, and
 * tries the changes that commonly break a signature, one or two at once (another scheme, host or encoding, a
 * parameter fewer, a pattern, other JSON, another hash or key). A match proves the cause, and each difference
 * is a finding. A question takes at most 1,600 checks of a signature, or 4,000 hashes. Nothing in the request or
 * the answer makes it throw, of whatever type it is.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param question the denied request, its answer, and a verifier with the public keys
 * @returns the findings, the cause first
 * @throws `ERR_OPTION_INVALID` for a `now` that is no date and a `verifier` that is none;
 * `ERR_OPTION_UNKNOWN` for a member that is none; `ERR_KEY_INVALID` when a key of the verifier turns out to be none.
 * @example
 * ```ts
 * import { explainCloudFrontDenial } from "cloudfront-sign-webcrypto/verify";
 *
 * const [cause] = await explainCloudFrontDenial({ url: "https://d111111abcdef8.cloudfront.net/course/segment-1.ts", status: 403 });
 * console.log(cause?.certainty, cause?.id); // likely segment-not-signed
 * ```
 */
export async function explainCloudFrontDenial(
  question: CloudFrontDenialQuestion,
): Promise<CloudFrontFinding[]> {
  return rankFindings(await allFindings(readQuestion(question)));
}

async function allFindings(question: ReadQuestion): Promise<Finding[]> {
  const { request, verifier } = question;
  const response = responseFindings(question);
  const cookies = cookieFindings(question);
  if (question.hasRequest && request.url !== "" && verifier?.isRestricted(request.requested) === false)
    return [...response, ...unrestrictedFindings(question), ...cookies];
  const denial = question.hasRequest ? await requestFindings(question) : [];
  const findings = [...response, ...cookies, ...faultyRequestFindings(response, denial), ...denial];
  return withoutExplained([...findings, ...undecidedFindings(question, findings)]);
}

/** What is wrong with the request itself. */
async function requestFindings(question: ReadQuestion): Promise<Finding[]> {
  const signature = await signatureFindings(question);
  return [
    ...methodFindings(question),
    ...parameterFindings(question, signature),
    ...signature,
    ...conditionFindings(question),
    ...possibleParameterFindings(question, signature),
  ];
}
