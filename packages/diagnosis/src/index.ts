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

export type { CloudFrontComparison } from "./explain/comparison.ts";
export { explainCloudFrontDenial } from "./explain/explain.ts";
export type { AnswerFindingId } from "./explain/findings/answer-finding-table.ts";
export type { ConditionFindingId } from "./explain/findings/condition-finding-table.ts";
export type { CookieFindingId } from "./explain/findings/cookie-finding-table.ts";
export type { CloudFrontFinding, CloudFrontFindingId } from "./explain/findings/finding.ts";
export {
  type CloudFrontOutcome,
  type CloudFrontOutcomeOptions,
  describeCloudFrontOutcome,
} from "./explain/findings/outcome.ts";
export type { ParameterFindingId } from "./explain/findings/parameter-finding-table.ts";
export type { SignatureFindingId } from "./explain/findings/signature-finding-table.ts";
export type { UndecidedFindingId } from "./explain/findings/undecided-finding-table.ts";
export {
  type PastedRequest,
  type PastedRequestOptions,
  readPastedRequest,
} from "./explain/paste/pasted-request.ts";
export type { CloudFrontDenialQuestion } from "./explain/question/denial-question.ts";
export type { ResponseHeadersInput } from "./explain/question/response-headers.ts";
