import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import { type Finding, likely, possible, type Seen } from "../../findings/finding.ts";
import { hiddenByCors } from "../../request/error-body.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { ReadAnswer } from "../../request/read-answer.ts";
import { readTarget } from "../../request/request-target.ts";
import { type Checks, rankBeforeAnswer } from "../check.ts";

/**
 * Answers that are neither CloudFront's nor S3's.
 *
 * @inline
 */
export type OriginAnswerFindingId =
  /**
   * The response has the page or headers of a web server, API Gateway or a load balancer.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html
   */
  | "origin-denied"
  /**
   * The status is not 403, 413 or 414.
   *
   * @see https://stackoverflow.com/questions/20664018
   */
  | "not-a-signing-error"
  /**
   * `X-Cache` says *Hit* for an error, or the error has an `Age` header.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
   */
  | "error-cached"
  /**
   * The headers include neither `X-Amz-Cf-Id` nor a `Via` from CloudFront.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html
   */
  | "not-from-cloudfront"
  /**
   * `X-Cache` says *Error*, but the response has a success status, or its body is not CloudFront's.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/GeneratingCustomErrorResponses.html
   */
  | "custom-error-page";

/** Only likely: what the request itself or the public key proves comes first. */
export const originAnswers: Checks<OriginAnswerFindingId> = {
  "origin-denied": {
    rank: 991,
    summary: "The origin denied the request, not CloudFront.",
    fix: "Look at the access rules of the origin, and at the headers, cookies and query parameters that CloudFront forwards to it.",
  },
  "not-a-signing-error": {
    rank: 992,
    summary: "CloudFront does not return this status for a bad signature.",
    fix: "Look at the origin, and at the distribution's error pages. CloudFront responds to a bad signature with 403.",
  },
  "error-cached": {
    rank: 993,
    summary: "CloudFront returned an origin error from its cache.",
    fix: "Correct the origin, then invalidate the path, or wait for the error caching minimum TTL (10 seconds by default).",
  },
  "not-from-cloudfront": {
    rank: 1120,
    summary: "The response did not come through CloudFront.",
    fix: "Find out what responded: a proxy, a firewall, a service worker, or a DNS record that points elsewhere.",
  },
  "custom-error-page": {
    rank: 1130,
    summary: "A custom error page of the distribution hides CloudFront's own response.",
    fix: "Look at the error pages of the distribution, and remove the one for 403 while you test: CloudFront's own response has a Code, which tells you more.",
  },
};

type OriginAnswerFinding = Finding<OriginAnswerFindingId>;

/** Where an answer comes from that is neither CloudFront's nor S3's. */
export function originAnswer(question: ReadQuestion): OriginAnswerFinding | undefined {
  const { answer, request } = question;
  const { status } = answer;
  const refused = optimizerFinding(answer);
  if (refused) return refused;
  // Local servers and emulators rarely send the headers of CloudFront.
  if (answer.isThroughCloudFront === false && !isLoopback(readTarget(request.url)?.host ?? ""))
    return likely("not-from-cloudfront", "the headers include neither X-Amz-Cf-Id nor a Via from CloudFront");
  if (status !== undefined && answer.cacheResult === "error" && status < 400)
    return likely("custom-error-page", `X-Cache says Error, and the status is ${status}`);
  if (status !== undefined && status !== 403 && status !== 401) return otherStatusFinding(status);
  // An error body that is neither CloudFront's nor S3's.
  const server = readOriginServer(answer) ?? (answer.error?.code ? "other" : undefined);
  if (server) return likely("origin-denied", servers[server]);
  if (hasDocument(answer)) return pageOfDistribution(answer);
  return status === 401 ? otherStatusFinding(status) : undefined;
}

/**
 * The image optimizer of Next.js, which requests the URL in its parameter `url`.
 *
 * Source: next.js, packages/next/src/server/image-optimizer.ts.
 */
function optimizerFinding({ body }: ReadAnswer): OriginAnswerFinding | undefined {
  const [, fault] =
    /^\s*"url" parameter is (not allowed|valid but upstream response is invalid)/.exec(body) ?? [];
  if (fault === undefined) return undefined;
  return likely("not-from-cloudfront", {
    evidence: `the body is that of Next.js: "url" parameter is ${fault}`,
    rank: rankOfOptimizer,
    ...(fault === "not allowed"
      ? {
          summary: "Next.js did not request the image: images.remotePatterns does not allow its URL.",
          fix: "Add the host to images.remotePatterns in next.config.js, with its protocol and pathname, and without search: the query of a signed URL is never the same.",
        }
      : {
          summary: "Next.js requested the image, but received an error or no image.",
          fix: "Explain the URL in the parameter url, decoded once, by itself: the server of Next.js requests it, without the cookies of the viewer.",
        }),
  });
}

/** Before what is said of the URL that Next.js was given. */
const rankOfOptimizer = 121;

/** Who made an answer that is neither CloudFront's nor S3's. */
type OriginServer =
  | "nginx"
  | "Apache"
  | "API Gateway"
  | "Lambda function URL"
  | "Elastic Load Balancing"
  | "other";

/** What their own error pages have in them. */
const bodies: readonly (readonly [part: string, server: OriginServer])[] = [
  ["<center>nginx", "nginx"],
  ["<center>openresty", "nginx"],
  ["<address>Apache", "Apache"],
  ["<center>awselb", "Elastic Load Balancing"],
  ['{"message":"Forbidden"}', "API Gateway"],
  ['{"message":"Missing Authentication Token"}', "API Gateway"],
  ['{"Message":"User: ', "API Gateway"],
];

const serverHeaders: readonly (readonly [start: string, server: OriginServer])[] = [
  ["nginx", "nginx"],
  ["openresty", "nginx"],
  ["apache", "Apache"],
  ["awselb", "Elastic Load Balancing"],
];

const apiGatewayHeaders = ["x-amz-apigw-id", "apigw-requestid", "x-amzn-errortype"] as const;

/** The server that an answer shows by its headers or by the body of its own error pages. */
function readOriginServer({ body, header }: ReadAnswer): OriginServer | undefined {
  if (body.includes('"Message":"Forbidden')) return "Lambda function URL";
  if (apiGatewayHeaders.some((name) => header(name) !== "")) return "API Gateway";
  const [, byBody] = bodies.find(([part]) => body.includes(part)) ?? [];
  if (byBody) return byBody;
  const name = header("server").toLowerCase();
  // CloudFront and S3 do not write it.
  if (header("x-powered-by") !== "") return "other";
  if (name === "" || name === "cloudfront" || name === "amazons3") return undefined;
  const [, byHeader = "other"] = serverHeaders.find(([start]) => name.startsWith(start)) ?? [];
  return byHeader;
}

/** What shows an origin, and what to look at there. */
const servers: Readonly<Record<OriginServer, Seen>> = {
  nginx: { evidence: "the response comes from nginx" },
  Apache: { evidence: "the response comes from Apache" },
  "API Gateway": {
    evidence: "the response comes from API Gateway",
    fix: "Check the origin path (the stage), the route and the API key: API Gateway also responds with 403 for a route that does not exist.",
  },
  "Lambda function URL": {
    evidence: "the response comes from a Lambda function URL",
    fix: "Allow CloudFront to invoke the function URL: add an origin access control of the type Lambda, and the permissions lambda:InvokeFunctionUrl and lambda:InvokeFunction for this distribution.",
  },
  "Elastic Load Balancing": {
    evidence: "the response comes from a load balancer (awselb)",
    fix: "Check the listener rules and the AWS WAF web ACL of the load balancer: both respond with this page.",
  },
  other: { evidence: "the response comes from a server that is neither CloudFront nor S3" },
};

function otherStatusFinding(status: number): OriginAnswerFinding {
  return likely(
    "not-a-signing-error",
    `the status is ${status}, and CloudFront responds to a bad signature with 403`,
  );
}

/** An error page of the distribution, or one of the origin: without headers they look alike. JSON is that of an application. */
function pageOfDistribution({ body, cacheResult, header }: ReadAnswer): OriginAnswerFinding {
  if (/^\s*[{[]/.test(body) && header("server") !== "AmazonS3")
    return possible("origin-denied", ofApplication);
  return cacheResult === "error" || header("server") === "AmazonS3"
    ? likely(
        "custom-error-page",
        "X-Cache says Error, and the body is not the one with which CloudFront denies a signature",
      )
    : possible("custom-error-page", "the body is not the one with which CloudFront denies a signature");
}

const ofApplication: Seen = {
  evidence: "the body is JSON, and CloudFront denies a signature with XML",
  fix: "Find out which application writes this JSON, or whether it is a custom error page of the distribution.",
};

/** Whether the body is HTML or JSON. CloudFront denies signatures with XML. */
function hasDocument({ body, error }: ReadAnswer): boolean {
  return error === undefined && /^\s*(?:<!doctype|<html|[{[])/i.test(body);
}

/**
 * An error that CloudFront had in its cache, where its own denials never are.
 *
 * Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
export function cachedErrorFinding({ answer, code }: ReadQuestion): OriginAnswerFinding | undefined {
  const { status = 0, cacheResult, header, page } = answer;
  if (status < 400 || code || page) return undefined;
  const isHit = cacheResult === "hit" || cacheResult === "refreshhit";
  if (!isHit && !(cacheResult === "error" && Number(header("age")) > 0)) return undefined;
  const seen =
    cacheResult === "error" ? "the response has an Age header: it was" : "X-Cache says Hit: the error was";
  return likely("error-cached", `${seen} in the cache, where CloudFront keeps errors of the origin`);
}

/**
 * A page of HTML in the place of a file: single-page applications often have an error page that turns 403 into
 * 200 and their `index.html`.
 */
export function pageBehindSuccess({ answer, request }: ReadQuestion): OriginAnswerFinding | undefined {
  if (answer.body === hiddenByCors) return likely("not-a-signing-error", corsSeen);
  const [path = ""] = request.url.split("?", 1);
  const isHtml =
    answer.header("content-type").toLowerCase().startsWith("text/html") ||
    /^\s*(?:<!doctype html|<html)/i.test(answer.body);
  if (!isHtml || !fileName.test(path)) return undefined;
  return possible(
    "custom-error-page",
    "the file has the extension of another type, but the response is an HTML page",
  );
}

const corsSeen: Seen = {
  evidence: "the browser got a response with success, and says that CORS blocks it",
  summary: "CloudFront allowed the request, but the browser hides the response (CORS).",
  fix: "Add a response headers policy to the cache behavior: in Access-Control-Allow-Origin the origin of the page, and with cookies Access-Control-Allow-Credentials: true.",
  rank: rankBeforeAnswer,
};

/** Files that are not HTML: streams, pictures, downloads. */
const fileName =
  /\.(?:m3u8|mpd|ts|m4s|m4a|m4v|mp4|mov|webm|mp3|aac|vtt|key|jpe?g|png|gif|webp|avif|svg|pdf|zip|json|js|css|woff2?)$/i;
