/**
 * What everybody knows of requests, policies and answers: a secret that has it, too, does not make it one. Words that
 * stand behind one another in AWS's texts stand so here.
 */
export const publicTexts: readonly string[] = [
  '{"Statement":[{"Resource":"https://',
  '"Condition":{"DateLessThan":{"AWS:EpochTime":',
  '"DateLessThan":{"AWS:EpochTime":',
  '"Condition":{"DateGreaterThan":{"AWS:EpochTime":',
  '"Condition":{"IpAddress":{"AWS:SourceIp":"0.0.0.0/0"}}',
  "CloudFront-Expires, CloudFront-Policy, CloudFront-Signature, CloudFront-Key-Pair-Id, CloudFront-Hash-Algorithm",
  "Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm",
  "Error from cloudfront",
  "Hit from cloudfront",
  "Miss from cloudfront",
  "RefreshHit from cloudfront",
  "LambdaGeneratedResponse from cloudfront",
  "FunctionGeneratedResponse from cloudfront",
  "AccessDenied: Access Denied",
  "Access denied",
  "MissingKey: Missing Key-Pair-Id query parameter or cookie value",
  "InvalidKey: Unknown Key",
  "MalformedPolicy: Malformed Policy",
  "MalformedSignature: Could not unencode Signature",
  "Request has expired",
  "SignatureDoesNotMatch",
  "cloudfront.amazonaws.com",
  "application/octet-stream",
  "application/vnd.apple.mpegurl",
  "application/x-mpegurl",
  "application/dash+xml",
  "text/html; charset=utf-8",
  "application/json; charset=utf-8",
  "attachment; filename=",
  "response-content-disposition",
  "response-content-type",
  "strict-origin-when-cross-origin",
  "no-referrer-when-downgrade",
  "Access-Control-Allow-Origin",
];

/** Whether a value behind a name is words: `strict-origin`, `AccessDenied`. */
export function isPlainValue(value: string): boolean {
  return value.split(/[-_]|(?=[A-Z])/).every((word) => /^[A-Z]?[a-z]{1,24}$/.test(word));
}
