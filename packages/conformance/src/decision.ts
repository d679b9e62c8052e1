import type { Answer } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import type { CloudFrontVerdict } from "cloudfront-sign-webcrypto/verify";

/** Whether a request is allowed, and the `Code` of the error body if it is denied. */
export interface Decision {
  readonly isAllowed: boolean;
  /** `undefined` for an allowed request, and for an answer without a body. */
  readonly code: string | undefined;
}

const allowed: Decision = { isAllowed: true, code: undefined };

/** Statuses with which CloudFront answers before it looks at a signature. */
const statusesOfBadRequests: readonly number[] = [400, 413, 414, 431];

/**
 * What an answer shows. An answer of the origin is one that CloudFront allowed, whatever its status.
 * `undefined` if it shows neither.
 */
export function decisionOfAnswer({ status, header, body }: Answer): Decision | undefined {
  if ((status >= 200 && status < 300) || isFromOrigin({ header })) return allowed;
  // CloudFront's own body has no RequestId, the one of S3 has.
  const code = body.includes("<RequestId>") ? undefined : /<Code>(\w{1,40})<\/Code>/.exec(body)?.[1];
  if (status === 403 && code !== undefined) return { isAllowed: false, code };
  if (statusesOfBadRequests.includes(status)) return { isAllowed: false, code: "BadRequest" };
  return status === 403 && body === "" ? { isAllowed: false, code: undefined } : undefined;
}

export function isFromOrigin({ header }: Pick<Answer, "header">): boolean {
  return header("x-amz-request-id") !== undefined || header("server") === "AmazonS3";
}

export function decisionOfVerdict(verdict: CloudFrontVerdict): Decision {
  return verdict.allowed ? allowed : { isAllowed: false, code: verdict.code };
}

/** Whether two decisions are the same, as far as both are known. */
export function isSameDecision(one: Decision, other: Decision): boolean {
  if (one.isAllowed !== other.isAllowed) return false;
  return one.code === undefined || other.code === undefined || one.code === other.code;
}

/** A decision as results show it. */
export function describeDecision({ isAllowed, code }: Decision): string {
  return isAllowed ? "allowed" : (code ?? "denied");
}
