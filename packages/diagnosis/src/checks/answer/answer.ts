import { type Finding, foundBy, likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { type CheckEntry, type Checks, rankBeforeAnswer } from "../check.ts";
import { cloudFrontAnswer, cloudFrontAnswers } from "./cloudfront-answers.ts";
import { cachedErrorFinding, originAnswer, pageBehindSuccess } from "./origin-answers.ts";
import { s3Answer } from "./s3-answers.ts";

type AnswerFinding = Finding<
  NonNullable<ReturnType<typeof cloudFrontAnswer | typeof s3Answer | typeof originAnswer>>["id"]
>;

/** What the answer alone shows. */
export function answerFindings(question: ReadQuestion): AnswerFinding[] {
  const found = question.answer.isAllowed ? pageBehindSuccess(question) : sourceOfDenial(question);
  // An error page of the distribution is in the cache by itself, whatever it stands for.
  const cached = found?.id === "custom-error-page" ? undefined : cachedErrorFinding(question);
  const alone = [found, cached].filter((finding) => finding !== undefined);
  return [...foundBy(cloudFrontAnswers, question), ...alone];
}

/** Who denied the request, if not CloudFront's check of the signature. */
function sourceOfDenial(question: ReadQuestion): AnswerFinding | undefined {
  if (question.code) return undefined;
  return cloudFrontAnswer(question) ?? s3Answer(question) ?? originAnswer(question);
}

/**
 * Where CloudFront checks no signature.
 *
 * @inline
 */
export type NotRestrictedFindingId =
  /**
   * The request was denied, but the verifier's `restrict` leaves its path open; or an origin responded to a request that CloudFront denies on a restricted path.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/8
   */
  "not-restricted";

export const notRestricted: Checks<NotRestrictedFindingId> = {
  "not-restricted": {
    rank: 180,
    summary: "This path is not restricted, so the signature is not the cause.",
    fix: "If the path is open on purpose, look at the server that denied the request: CloudFront does not check signatures for this path. Otherwise restrict viewer access in its cache behavior, and add its path pattern to the restricted ones.",
  },
};

/** What a denial shows where the verifier restricts nothing: there, nothing else counts. */
export function unrestrictedFindings({
  answer,
  code,
  status,
}: ReadQuestion): Finding<NotRestrictedFindingId>[] {
  if (answer.isAllowed || (!code && !status)) return [];
  return [likely("not-restricted", "no restricted path pattern matches this path")];
}

/**
 * An origin is asked only for a request that CloudFront accepted or did not check. With a proven fault in the
 * request, its behavior is not restricted, or another request was answered: that comes first.
 */
export function faultyRequestFindings<Id extends string>(
  response: readonly Finding<Id>[],
  denial: readonly Finding<Id>[],
  entryOf: (id: Id) => CheckEntry,
): Finding<NotRestrictedFindingId>[] {
  const isAnswered = response.some(({ id, rank }) => rank === undefined && entryOf(id).isOfOrigin);
  const isFaulty = denial.some(
    ({ id, certainty }) => certainty === "proven" && !entryOf(id).isOfCircumstances,
  );
  if (!isAnswered || !isFaulty) return [];
  const seen = {
    evidence:
      "the origin responded, but CloudFront would have denied this request where it checks signatures",
    summary: "CloudFront seems to check no signature for this path.",
    fix: "Check that viewer access is restricted for the cache behavior of this path. Otherwise the response belongs to another request.",
    rank: rankBeforeAnswer,
  };
  return [likely("not-restricted", seen)];
}
