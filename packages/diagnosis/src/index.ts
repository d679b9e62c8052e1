/**
 * Explains why CloudFront answered 403, and reads the request from what people paste. No private key is needed here.
 *
 * @example
 * ```ts
 * import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
 *
 * const [finding] = await explainCloudFrontDenial({ url: "https://d111111abcdef8.cloudfront.net/a.jpg" });
 * console.log(finding?.summary);
 * ```
 *
 * @module
 */

export type { AnswerFindingId } from "./explain/answer/answer-finding-table.ts";
export type { ConditionFindingId } from "./explain/conditions/condition-finding-table.ts";
export type { CookieFindingId } from "./explain/cookies/cookie-finding-table.ts";
export { explainCloudFrontDenial } from "./explain/explain.ts";
export type { CloudFrontFinding, CloudFrontFindingId } from "./explain/findings/finding.ts";
export {
  type CloudFrontOutcome,
  type CloudFrontOutcomeOptions,
  describeCloudFrontOutcome,
} from "./explain/findings/outcome.ts";
export type { ParameterFindingId } from "./explain/parameters/parameter-finding-table.ts";
export {
  type PastedRequest,
  type PastedRequestOptions,
  readPastedRequest,
} from "./explain/paste/pasted-request.ts";
export type { CloudFrontDenialQuestion } from "./explain/question/denial-question.ts";
export type { ResponseHeadersInput } from "./explain/question/response-headers.ts";
export type { SignatureFindingId } from "./explain/signature/signature-finding-table.ts";
export type { UndecidedFindingId } from "./explain/undecided/undecided-finding-table.ts";
export type { CloudFrontComparison } from "./findings/comparison.ts";
