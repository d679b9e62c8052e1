import {
  aboutTheAnswer,
  aboutTheSignature,
  aboutTheTerms,
  whenAllIsWell,
  whereNothingIsRestricted,
} from "./findings.ts";
import { type CloudFrontFinding, fixes, type Told } from "./fixes.ts";
import { misplacedParameters } from "./misplaced-parameters.ts";
import { type CloudFrontDenialQuestion, readQuestion } from "./question.ts";
import { cookieProblems } from "./set-cookie.ts";

/**
 * Why a request is denied: findings with evidence and fix, the cause first. Empty when nothing is wrong.
 *
 * With a verifier it searches what else the signature fits (another scheme, host or encoding, a parameter
 * fewer, a pattern, other JSON, another hash or key; some hundred checks of a signature), so that a hit is
 * proof. Never throws for what it is asked about, of whatever type that is.
 *
 * Source: CloudFront Developer Guide, "Use signed URLs"; AWS re:Post, "How do I troubleshoot issues related
 * to a signed URL or signed cookies in CloudFront?".
 *
 * @throws `ERR_OPTION_INVALID` for a `now` that is no date and a `verifier` that is none;
 * `ERR_OPTION_UNKNOWN`; `ERR_KEY_INVALID` when a key of the verifier turns out to be none.
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
  const asked = readQuestion(question);
  const { presented, given, setCookie, verifier } = asked;
  const answer = [...aboutTheAnswer(asked)];
  const told: Told[] = [...cookieProblems(setCookie, presented.url)];
  const isOpen = presented.url !== "" && verifier?.isRestricted(presented.requested) === false;
  // Of a request that is not given there is nothing to say.
  if (isOpen || !asked.hasRequest)
    told.unshift(...answer, ...(isOpen ? whereNothingIsRestricted(asked) : []));
  else {
    const misplaced = [...misplacedParameters(presented, given, asked.cookies)];
    const signature = await aboutTheSignature(asked);
    // What is missing because it stands elsewhere says nothing more.
    const isElsewhere = misplaced.some(([id]) => !/^(s3-host|cookie-encoded)$/.test(id));
    told.push(...misplaced, ...signature.filter(([id]) => !(isElsewhere && /-missing$|^no-cred/.test(id))));
    // What the public key proves goes before a status, which an error page may have changed.
    told.splice(verifier && answer[0]?.[1] === "likely" ? told.length : 0, 0, ...answer);
    told.push(...aboutTheTerms(asked));
    if (told.length === 0) told.push(...whenAllIsWell(asked));
  }
  // The first of a kind says most.
  return told
    .filter(([id], i) => told.findIndex((other) => other[0] === id) === i)
    .map(([id, certainty, evidence]) => ({ id, certainty, evidence, fix: fixes[id] }));
}
