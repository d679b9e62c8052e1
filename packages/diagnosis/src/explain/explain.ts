import { answerFindings, faultyRequestFindings, unrestrictedFindings } from "../checks/answer/answer.ts";
import { methodFindings } from "../checks/answer/method.ts";
import { conditionFindings } from "../checks/conditions/conditions.ts";
import { cookieFindings, ignoredCookieFindings } from "../checks/cookies/cookies.ts";
import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import {
  hidingFindings,
  parameterFindings,
  possibleParameterFindings,
} from "../checks/parameters/parameters.ts";
import { requestFinding } from "../checks/parameters/request-problems.ts";
import { signatureFindings } from "../checks/signature/signature.ts";
import { undecidedFindings } from "../checks/undecided/undecided.ts";
import type { CloudFrontDenialQuestion } from "../request/denial-question.ts";
import { type ReadQuestion, readQuestion } from "../request/question.ts";
import { type SecretParts, signingSecrets } from "../secrets/secret-values.ts";
import { withPastedFinding } from "./as-pasted.ts";
import { asFarAsKnown } from "./certainty.ts";
import { withoutExplained } from "./explained.ts";
import { type CloudFrontFinding, type DenialFinding, denialFindings } from "./finding.ts";
import { withMendedFindings } from "./mended-findings.ts";
import { withShownPolicy } from "./shown-policy.ts";

/**
 * Explains why CloudFront denied a request: findings with evidence and fix, the cause first. The list is empty
 * when everything was checked and nothing is wrong. If something could not be checked, the last findings say what
 * would decide it.
 *
 * With a verifier, it finds out which text was signed. It opens RSA signatures with the public key. And it tries
 * the changes that commonly break a signature, one or two at once: another scheme, host or encoding, a parameter
 * fewer, a pattern, other JSON, another hash or key. A match proves the cause, and each difference is a finding.
 * One question costs at most 1,600 checks of a signature, or the hashes of 1.3 MB of texts. It never throws because of
 * the request or the answer, even if they have a wrong type.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param question the denied request, its answer, and a verifier with the public keys
 * @returns the findings, the cause first
 * @throws `ERR_OPTION_INVALID` when `now` is not a date or `verifier` is not a verifier; `ERR_OPTION_UNKNOWN` for
 * an unknown option; `ERR_KEY_INVALID` when a key of the verifier turns out to be invalid.
 * @example
 * ```ts
 * import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
 *
 * const [cause] = await explainCloudFrontDenial({ url: "https://d111111abcdef8.cloudfront.net/course/segment-1.ts", status: 403 });
 * console.log(cause?.certainty, cause?.id); // likely segment-not-signed
 * ```
 */
export async function explainCloudFrontDenial(
  question: CloudFrontDenialQuestion,
): Promise<CloudFrontFinding[]> {
  const read = readQuestion(question);
  return denialFindings(await allFindings(read), secretsOf(read));
}

/** The policies and signatures of a request, which no sentence may show. */
function secretsOf({
  givenUrl,
  urlAsPasted = "",
  cookies,
  headerCookies,
  setCookie,
}: ReadQuestion): SecretParts {
  const pairs = [...cookies.pairs, ...headerCookies.pairs].map(([name, value]) => `${name}=${value}`);
  return signingSecrets([givenUrl, urlAsPasted, ...pairs, ...setCookie]);
}

async function allFindings(question: ReadQuestion): Promise<DenialFinding[]> {
  const { request } = question;
  const response = answerFindings(question);
  const cookies = cookieFindings(question);
  if (question.hasRequest && request.url !== "" && !question.isRestricted(request.requested))
    return [...response, ...unrestrictedFindings(question), ...cookies];
  const denial = question.hasRequest ? await requestFindings(question) : [];
  const otherwise = faultyRequestFindings<CloudFrontFindingId>(response, denial, findingEntry);
  const findings = asFarAsKnown(
    [...response, ...cookies, ...otherwise, ...denial, ...ignoredCookieFindings(question, denial)],
    question,
    response,
  );
  const known = withoutExplained([...findings, ...undecidedFindings(question, findings, findingEntry)]);
  if (!question.hasRequest) return known;
  const all = await withMendedFindings(question, known, async (read, areCookiesNew) => [
    ...(areCookiesNew ? cookieFindings(read) : []),
    ...(await requestFindings(read)),
  ]);
  return withPastedFinding(question, withShownPolicy(question, all), requestFindings);
}

/** What is wrong with the request itself. */
async function requestFindings(question: ReadQuestion): Promise<DenialFinding[]> {
  const hiding = hidingFindings(question);
  if (hiding.length > 0) return hiding;
  const signature = await credentialsFindings(question);
  const { verifier, keyPairId } = question;
  const isSignatureRight = signature.length === 0 && verifier?.keyPairIds.includes(keyPairId) === true;
  return [
    ...methodFindings(question),
    ...parameterFindings(question, isSignatureRight),
    ...signature,
    ...conditionFindings(question),
    ...possibleParameterFindings(question, isSignatureRight),
  ];
}

/** What is wrong with the signing parameters, or else with the signature. */
async function credentialsFindings(question: ReadQuestion): Promise<DenialFinding[]> {
  const { request, keyLookupProblem, credentials } = question;
  const problem = request.problem ?? keyLookupProblem;
  if (problem) return [requestFinding(problem, question)];
  const isOfKey = question.verifier !== undefined;
  const findings = (await signatureFindings(question)).map((finding) => ({ ...finding, isOfKey }));
  return credentials.problem ? [...findings, requestFinding(credentials.problem, question)] : findings;
}
