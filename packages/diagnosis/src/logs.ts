/**
 * Says what denies the viewers of a CloudFront distribution, from its access logs.
 *
 * @module
 */

export type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
export type { CloudFrontFindingId } from "./checks/entries.ts";
export type { CloudFrontFinding } from "./explain/finding.ts";
export { type AccessLogOptions, diagnoseAccessLog } from "./logs/diagnose-access-log.ts";
export type { AccessLogChunk } from "./logs/log-lines.ts";
export type { AccessLogPattern } from "./logs/patterns.ts";
export type { AccessLogCause, AccessLogCount, AccessLogDiagnosis } from "./logs/summary.ts";
