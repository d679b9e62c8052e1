import { likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { AnswerFinding } from "./answer-finding-table.ts";

/** The page may also be that of a second distribution, which is the origin of the first. */
function unknownReason(): AnswerFinding {
  return likely(
    "blocked-before-signing",
    'the body is CloudFront\'s HTML page "The request could not be satisfied"',
  );
}

/** What CloudFront's HTML page gives as the reason. The page of a failing origin (5xx) denies nothing. */
export function pageFinding({
  answer: { page, status = 403 },
  request,
}: ReadQuestion): AnswerFinding | undefined {
  switch (page?.reason) {
    case undefined:
      return undefined;
    case "request-blocked":
      return likely("waf-blocked", 'CloudFront\'s HTML page says "Request blocked"');
    case "country":
      return likely("country-blocked", "CloudFront's HTML page says that access from the country is blocked");
    case "method":
      return likely(
        "method-not-allowed",
        "CloudFront's HTML page says that the distribution does not allow the method",
      );
    case "other-certificate":
      return likely(
        "alternate-domain-missing",
        "CloudFront's HTML page says that the distribution does not match the certificate of the connection",
        {
          summary: "The host name belongs to another distribution than the TLS connection.",
          fix: "Connect with the host name that is requested: a proxy in front must send the same name in TLS (SNI) and in Host.",
        },
      );
    case "cloudfront-function":
      return failedFunctionFinding("CloudFront function");
    case "lambda-function":
      return failedFunctionFinding("Lambda@Edge function");
    case "bad-request":
      return badRequestFinding(request.url);
    case "unknown":
      return status < 500 ? unknownReason() : undefined;
  }
}

/**
 * The page says no more than "Bad request" of a host name that no distribution has, of http where https is
 * required, and of a GET request with a body.
 */
function badRequestFinding(url: string): AnswerFinding {
  if (url.startsWith("http:")) return likely("https-required", badRequestPage("http"));
  if (url === "" || /^https:\/\/[^/]*\.cloudfront\.net(?:[:/]|$)/i.test(url)) return unknownReason();
  return likely("alternate-domain-missing", badRequestPage("https"));
}

function badRequestPage(scheme: "http" | "https"): string {
  return `CloudFront's HTML page says "Bad request" to a request with ${scheme}; signatures do not cause this page`;
}

/** For a function that made no answer. */
export function failedFunctionFinding(maker: "CloudFront function" | "Lambda@Edge function"): AnswerFinding {
  return likely("edge-function-answered", `CloudFront says that a ${maker} failed`, {
    summary: "A function of the distribution failed.",
    fix: "Look at the function's errors in CloudWatch Logs. The signature is not the reason.",
  });
}
