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

export type { AnswerFindingId } from "./checks/answer/answer-finding-table.ts";
export type { ConditionFindingId } from "./checks/conditions/condition-finding-table.ts";
export type { CookieFindingId } from "./checks/cookies/cookie-finding-table.ts";
export { explainCloudFrontDenial } from "./explain/explain.ts";
export type { CloudFrontFinding, CloudFrontFindingId } from "./checks/finding.ts";
export {
  type CloudFrontOutcome,
  type CloudFrontOutcomeOptions,
  describeCloudFrontOutcome,
} from "./explain/outcome.ts";
export type { ParameterFindingId } from "./checks/parameters/parameter-finding-table.ts";
export {
  type PastedRequest,
  type PastedRequestOptions,
  readPastedRequest,
} from "./paste/pasted-request.ts";
export type { CloudFrontDenialQuestion } from "./request/denial-question.ts";
export type { ResponseHeadersInput } from "./request/response-headers.ts";
export type { SignatureFindingId } from "./checks/signature/signature-finding-table.ts";
export type { UndecidedFindingId } from "./checks/undecided/undecided-finding-table.ts";
export type { CloudFrontComparison } from "./findings/comparison.ts";
