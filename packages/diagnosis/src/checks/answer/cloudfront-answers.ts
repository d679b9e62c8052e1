import { type Finding, likely, type Seen } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { Checks } from "../check.ts";

/**
 * What CloudFront, or what stands in front of it, answers before a signature counts. It is never more than `likely`,
 * because another server can answer the same.
 *
 * @inline
 */
export type CloudFrontAnswerFindingId =
  /**
   * The body is CloudFront's HTML page *Request blocked*, or the response has the header `x-amzn-waf-action`.
   *
   * @see https://github.com/square/okhttp/issues/8001
   */
  | "waf-blocked"
  /**
   * The body is CloudFront's HTML page *configured to block access from your country*.
   *
   * @see https://github.com/moby/moby/issues/34058
   */
  | "country-blocked"
  /**
   * The body is CloudFront's HTML page *Bad request* for your host name, or says that the distribution does not match the certificate.
   *
   * @see https://github.com/laurilehmijoki/s3_website/issues/197
   */
  | "alternate-domain-missing"
  /**
   * The response redirects to https, or an http URL gets *Bad request*.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-viewers-to-cloudfront.html
   */
  | "https-required"
  /**
   * `X-Cache` says that a CloudFront Function or a Lambda@Edge function generated the response, or failed.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/lambda-edge-testing-debugging.html
   */
  | "edge-function-answered"
  /**
   * The body is CloudFront's HTML page *The request could not be satisfied*, with none of the reasons above.
   *
   * @see https://repost.aws/knowledge-center/cloudfront-troubleshoot-403-errors
   */
  | "blocked-before-signing"
  /**
   * The response is `MissingKey`, but the request has a `Key-Pair-Id`.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/74
   */
  | "parameters-lost";

export const cloudFrontAnswers: Checks<CloudFrontAnswerFindingId> = {
  "waf-blocked": {
    rank: 125,
    isAnsweredElsewhere: true,
    summary: "AWS WAF blocked the request.",
    fix: "Find the rule in the sampled requests of the web ACL. If its owner decides that this viewer may pass, exclude such requests from it. The signature is not the reason.",
  },
  "country-blocked": {
    rank: 130,
    isAnsweredElsewhere: true,
    summary: "The distribution blocks the country of the viewer.",
    fix: "Change the geographic restrictions of the distribution only if the owner of the content decides that viewers in this country may have it. The signature is not the reason.",
  },
  "alternate-domain-missing": {
    rank: 135,
    isAnsweredElsewhere: true,
    summary: "No distribution has this host name as an alternate domain name.",
    fix: "Add the host name to the distribution as an alternate domain name, with a certificate for it: a DNS record alone is not enough. CloudFront also sends this page if a GET request has a body.",
  },
  "https-required": {
    rank: 145,
    isAnsweredElsewhere: true,
    summary: "CloudFront accepts requests for this path over https only.",
    fix: "Sign and request the https URL. A signature for the http URL is not valid after the redirect.",
  },
  "edge-function-answered": {
    rank: 150,
    isAnsweredElsewhere: true,
    summary: "A function of the distribution generated this response.",
    fix: "Look at the code of the function that this cache behavior runs. CloudFront's own signature check never responds like this.",
  },
  "blocked-before-signing": {
    rank: 155,
    summary: "CloudFront blocked the request before it checked the signature.",
    fix: "Check the WAF rules, the geographic restrictions and the alternate domain names. The signature is not the reason.",
  },
  "parameters-lost": {
    rank: 165,
    isAnsweredElsewhere: true,
    summary: "The signing parameters were lost before the request reached CloudFront.",
    fix: "Look at the request that was actually sent: a redirect, a proxy or the client dropped the parameters.",
    certainty: "likely",
    find: ({ code, answer, request, status = 0, keyLookupProblem, method }) => {
      const isReadable = !request.problem && !keyLookupProblem;
      const location = answer.header("location");
      if (
        isReadable &&
        request.source === "url" &&
        location &&
        isRedirect(status) &&
        !/Key-Pair-Id=/.test(location)
      )
        return {
          evidence: "the request has a Key-Pair-Id, and the URL in the Location of the redirect has none",
          summary: "A redirect drops the parameters.",
          fix: "Let the redirect keep the query, or sign and request the URL that it leads to.",
        };
      const isWhole = code === "MissingKey" && isReadable;
      // Browsers send no cookies with a preflight, so that none were lost.
      if (!isWhole || answer.isAllowed || method === "OPTIONS") return undefined;
      return request.source === "cookies"
        ? {
            evidence: "the response is MissingKey, but this request has the cookie CloudFront-Key-Pair-Id",
            summary: "The signed cookies were lost before the request reached CloudFront.",
            fix: "Look at the request that was actually sent: a redirect to another host, a proxy or the client dropped the cookies.",
          }
        : "the response is MissingKey, but this request has a Key-Pair-Id";
    },
  },
};

type CloudFrontAnswerFinding = Finding<
  CloudFrontAnswerFindingId | "method-not-allowed" | "request-too-large"
>;

/** What CloudFront answered, if it was not about a signature. */
export function cloudFrontAnswer(question: ReadQuestion): CloudFrontAnswerFinding | undefined {
  const { status } = question;
  if (status === 413 || status === 414) return likely("request-too-large", `the status is ${status}`);
  return (
    wafFinding(question) ?? pageFinding(question) ?? functionFinding(question) ?? redirectFinding(question)
  );
}

/** Source: AWS WAF Developer Guide, "CAPTCHA and Challenge action behavior". */
function wafFinding({ answer }: ReadQuestion): CloudFrontAnswerFinding | undefined {
  const action = answer.header("x-amzn-waf-action").toLowerCase();
  if (action === "") return undefined;
  if (action !== "challenge" && action !== "captcha")
    return likely("waf-blocked", "the response has the header x-amzn-waf-action");
  return likely("waf-blocked", `the header x-amzn-waf-action is ${action}`, {
    summary: "AWS WAF responded with a challenge that only a browser can solve.",
    fix: "Exclude this path from the rules of the web ACL with the actions Challenge and CAPTCHA, if its owner decides so: players, scripts and requests from another origin cannot solve them.",
  });
}

const failedFunction = {
  summary: "A function of the distribution failed.",
  fix: "Look at the function's errors in CloudWatch Logs. The signature is not the reason.",
} as const;

/** For functions that made no answer. */
const cloudFrontFunctionFailed = {
  evidence: "CloudFront says that a CloudFront function failed",
  ...failedFunction,
} as const;
const lambdaFunctionFailed = {
  evidence: "CloudFront says that a Lambda@Edge function failed",
  ...failedFunction,
} as const;

/**
 * The sentences of CloudFront's HTML page, as they came in answers that users published, and what they say;
 * `packages/testing/support/answers.ts` has the whole pages and their sources. AWS re:Post documents the first two.
 */
const pages: readonly (readonly [
  sentence: string,
  id: CloudFrontAnswerFinding["id"],
  seen: string | Seen,
])[] = [
  ["request blocked", "waf-blocked", 'CloudFront\'s HTML page says "Request blocked"'],
  [
    "configured to block access from your country",
    "country-blocked",
    "CloudFront's HTML page says that access from the country is blocked",
  ],
  [
    "not configured to allow the http request method",
    "method-not-allowed",
    "CloudFront's HTML page says that the distribution does not allow the method",
  ],
  [
    "does not match the certificate for which the https connection was established",
    "alternate-domain-missing",
    {
      evidence:
        "CloudFront's HTML page says that the distribution does not match the certificate of the connection",
      summary: "The host name belongs to another distribution than the TLS connection.",
      fix: "Connect with the host name that is requested: a proxy in front must send the same name in TLS (SNI) and in Host.",
    },
  ],
  ["the cloudfront function ", "edge-function-answered", cloudFrontFunctionFailed],
  ["the lambda function ", "edge-function-answered", lambdaFunctionFailed],
];

/** What CloudFront's HTML page gives as the reason. The page of a failing origin (5xx) denies nothing. */
function pageFinding({
  answer: { page, status = 403 },
  request: { url },
}: ReadQuestion): CloudFrontAnswerFinding | undefined {
  if (!page) return undefined;
  const [, id, seen] = pages.find(([sentence]) => page.text.includes(sentence)) ?? [];
  if (id !== undefined && seen !== undefined) return likely(id, seen);
  if (page.text.includes("bad request")) return badRequestFinding(url);
  return status < 500 ? likely("blocked-before-signing", unknownReason) : undefined;
}

/** The page may also be that of a second distribution, which is the origin of the first. */
const unknownReason = 'the body is CloudFront\'s HTML page "The request could not be satisfied"';

/**
 * The page says no more than "Bad request" of a host name that no distribution has, of http where https is
 * required, and of a GET request with a body.
 */
function badRequestFinding(url: string): CloudFrontAnswerFinding {
  if (url.startsWith("http:")) return likely("https-required", badRequestPage("http"));
  if (url === "" || /^https:\/\/[^/]*\.cloudfront\.net(?:[:/]|$)/i.test(url))
    return likely("blocked-before-signing", unknownReason);
  return likely("alternate-domain-missing", badRequestPage("https"));
}

function badRequestPage(scheme: "http" | "https"): string {
  return `CloudFront's HTML page says "Bad request" to a request with ${scheme}; signatures do not cause this page`;
}

/**
 * What `X-Cache` says of an edge function.
 *
 * Source: CloudFront Developer Guide, "Determine the type of failure" (Lambda@Edge) and "Standard logging
 * reference" (`x-edge-result-type`, which has the same names).
 */
function functionFinding({ answer: { cacheResult } }: ReadQuestion): CloudFrontAnswerFinding | undefined {
  const [maker, failed, generated] =
    functionResults.find(([, , ...results]) => results.includes(cacheResult)) ?? [];
  if (maker === undefined || failed === undefined) return undefined;
  const made = `X-Cache says that a ${maker} generated the response`;
  return likely("edge-function-answered", cacheResult === generated ? made : failed);
}

/** What is seen of failures, the result of a function that made an answer, and those of functions that failed. */
const functionResults: readonly (readonly [maker: string, failed: Seen, ...results: string[]])[] = [
  [
    "CloudFront function",
    cloudFrontFunctionFailed,
    "functiongeneratedresponse",
    "functionexecutionerror",
    "functionthrottlederror",
  ],
  [
    "Lambda@Edge function",
    lambdaFunctionFailed,
    "lambdageneratedresponse",
    "lambdaexecutionerror",
    "lambdavalidationerror",
    "lambdalimitexceeded",
  ],
];

/** CloudFront's redirect to https, which its viewer protocol policy asks for. */
function redirectFinding({ answer, request }: ReadQuestion): CloudFrontAnswerFinding | undefined {
  const { status = 0, header, cacheResult } = answer;
  if (!isRedirect(status)) return undefined;
  const isSameUrl =
    request.requested.startsWith("http:") &&
    header("location") === request.requested.replace("http:", "https:");
  const evidence = "the response redirects to the same URL with https";
  if (cacheResult === "redirect") return likely("https-required", evidence);
  // A proxy or the origin may redirect, too.
  return isSameUrl ? likely("https-required", evidence) : undefined;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
