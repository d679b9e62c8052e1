import { CloudFrontSignError } from "cloudfront-sign-webcrypto";

export function loadFailure(problem: string, cause?: unknown): CloudFrontSignError {
  return new CloudFrontSignError("ERR_GRANT_LOAD_FAILED", "load", problem, cause);
}
