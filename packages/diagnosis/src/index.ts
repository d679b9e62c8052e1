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

export type { CloudFrontFindingId } from "./checks/entries.ts";
export { explainCloudFrontDenial } from "./explain/explain.ts";
export type { CloudFrontFinding } from "./explain/finding.ts";
export {
  type CloudFrontOutcome,
  type CloudFrontOutcomeOptions,
  describeCloudFrontOutcome,
} from "./explain/outcome.ts";
export type { CloudFrontComparison } from "./findings/comparison.ts";
export {
  type PastedRequest,
  type PastedRequestOptions,
  readPastedRequest,
} from "./paste/pasted-request.ts";
export type { CloudFrontDenialQuestion } from "./request/denial-question.ts";
export type { ResponseHeadersInput } from "./request/response-headers.ts";
