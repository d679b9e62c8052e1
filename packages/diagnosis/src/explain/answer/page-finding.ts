import { type Finding, likely, proven } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";

/** The page may also be that of a second distribution, which is the origin of the first. */
function unknownReason(): Finding {
  return likely("blocked-before-signing", "cloudfront-html-page");
}

/** What CloudFront's HTML page gives as the reason. The page of a failing origin (5xx) denies nothing. */
export function pageFinding({ answer: { page, status = 403 }, request }: ReadQuestion): Finding | undefined {
  switch (page?.reason) {
    case undefined:
      return undefined;
    case "request-blocked":
      return proven("waf-blocked", "request-blocked-page");
    case "country":
      return proven("country-blocked", "country-page");
    case "method":
      return proven("method-not-allowed", "method-page");
    case "other-certificate":
      return proven("alternate-domain-missing", "other-certificate-page");
    case "cloudfront-function":
      return proven("edge-function-answered", {
        kind: "edge-function",
        maker: "CloudFront function",
        hasFailed: true,
      });
    case "lambda-function":
      return proven("edge-function-answered", {
        kind: "edge-function",
        maker: "Lambda@Edge function",
        hasFailed: true,
      });
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
function badRequestFinding(url: string): Finding {
  if (url.startsWith("http:")) return likely("https-required", { kind: "bad-request-page", scheme: "http" });
  if (url === "" || /^https:\/\/[^/]*\.cloudfront\.net(?:[:/]|$)/i.test(url)) return unknownReason();
  return likely("alternate-domain-missing", { kind: "bad-request-page", scheme: "https" });
}
