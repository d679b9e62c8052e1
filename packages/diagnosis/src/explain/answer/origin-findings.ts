import { type Finding, likely, possible } from "../findings/finding.ts";
import { readOriginServer } from "../question/origin-server.ts";
import type { ReadQuestion } from "../question/question.ts";
import type { ReadAnswer } from "../question/read-answer.ts";

/** Where an answer comes from that is neither CloudFront's nor S3's. */
export function originFinding(question: ReadQuestion): Finding | undefined {
  const { answer, request } = question;
  const { status } = answer;
  if (answer.isThroughCloudFront === false && !isOnThisMachine(request.url))
    return likely("not-from-cloudfront", "no-cloudfront-header");
  if (status !== undefined && answer.cacheResult === "error" && status < 400)
    return likely("custom-error-page", { kind: "error-with-success", status });
  if (status !== undefined && status !== 403 && status !== 401)
    return likely("not-a-signing-error", { kind: "status-not-403", status });
  // An error body that is neither CloudFront's nor S3's.
  const server = readOriginServer(answer) ?? (answer.error?.code ? "other" : undefined);
  if (server) return likely("origin-denied", { kind: "origin-answered", server });
  if (hasDocument(answer)) return pageOfDistribution(answer);
  return status === 401 ? likely("not-a-signing-error", { kind: "status-not-403", status }) : undefined;
}

/** An error page of the distribution, or one of the origin: without headers they look alike. */
function pageOfDistribution({ cacheResult, header }: ReadAnswer): Finding {
  return cacheResult === "error" || header("server") === "AmazonS3"
    ? likely("custom-error-page", "error-page-body")
    : possible("custom-error-page", "body-not-from-cloudfront");
}

/** Whether the body is HTML or JSON. CloudFront denies signatures with XML. */
function hasDocument({ body, error }: ReadAnswer): boolean {
  return error === undefined && /^\s*(?:<!doctype|<html|[{[])/i.test(body);
}

/**
 * An error that CloudFront had in its cache, where its own denials never are.
 *
 * Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
export function cachedErrorFinding({ answer, code }: ReadQuestion): Finding | undefined {
  const { status = 0, cacheResult, header, page } = answer;
  if (status < 400 || code || page) return undefined;
  const isHit = cacheResult === "hit" || cacheResult === "refreshhit";
  if (!isHit && !(cacheResult === "error" && Number(header("age")) > 0)) return undefined;
  return likely("error-cached", { kind: "error-from-cache", cacheResult });
}

/**
 * A page of HTML in the place of a file: single-page applications often have an error page that turns 403 into
 * 200 and their `index.html`.
 */
export function pageBehindSuccess({ answer, request }: ReadQuestion): Finding | undefined {
  const [path = ""] = request.url.split("?", 1);
  const isHtml =
    answer.header("content-type").toLowerCase().startsWith("text/html") ||
    /^\s*(?:<!doctype html|<html)/i.test(answer.body);
  if (!isHtml || !fileName.test(path)) return undefined;
  return possible("custom-error-page", "success-with-html");
}

/** Files that are no HTML: streams, pictures, downloads. */
const fileName =
  /\.(?:m3u8|mpd|ts|m4s|m4a|m4v|mp4|mov|webm|mp3|aac|vtt|key|jpe?g|png|gif|webp|avif|svg|pdf|zip|json|js|css|woff2?)$/i;

/** Local servers and emulators rarely send the headers of CloudFront. */
function isOnThisMachine(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/i.test(url);
}
