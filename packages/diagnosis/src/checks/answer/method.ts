import { type Finding, likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { Checks } from "../check.ts";

/**
 * What the method of a request shows.
 *
 * @inline
 */
export type MethodFindingId =
  /**
   * The body is CloudFront's HTML page *not configured to allow the HTTP request method*, or no cache behavior can allow the method.
   *
   * @see https://github.com/magda-io/magda/issues/736
   */
  | "method-not-allowed"
  /**
   * The request is `OPTIONS`, without signing parameters in the URL: browsers send no cookies with a preflight.
   *
   * @see https://github.com/video-dev/hls.js/issues/2620
   */
  | "preflight-without-cookies";

export const methods: Checks<MethodFindingId> = {
  "method-not-allowed": {
    rank: 140,
    isAnsweredElsewhere: true,
    summary: "The cache behavior does not allow this HTTP method.",
    fix: "Allow the method in the cache behavior (allowed HTTP methods), if its owner decides so: a signed URL is valid for every method that the cache behavior allows.",
  },
  "preflight-without-cookies": {
    rank: 170,
    isAnsweredElsewhere: true,
    explains: ["missing"],
    summary: "This is a preflight request, which browsers send without cookies.",
    fix: "Send GET without custom headers, so that browsers send no preflight. Or sign the URL instead of setting cookies, because a preflight includes the URL's parameters. Or serve the page and the files from one host name.",
  },
};

/**
 * The methods that a cache behavior can allow.
 *
 * Source: CloudFront API Reference, "AllowedMethods".
 */
const allowedMethods = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

/** What the method of the request shows. A policy has no condition on it. */
export function methodFindings(question: ReadQuestion): Finding<MethodFindingId>[] {
  const { answer, method } = question;
  if (answer.isAllowed) return [];
  const found = [preflightFinding(question)].filter((finding) => finding !== undefined);
  if (!/^[A-Z]+$/.test(method) || allowedMethods.includes(method)) return found;
  const unknown = likely(
    "method-not-allowed",
    `no cache behavior can allow the method ${JSON.stringify(method)}`,
    { fix: "Use GET, HEAD, OPTIONS, PUT, POST, PATCH or DELETE: CloudFront knows no other methods." },
  );
  return [unknown, ...found];
}

/**
 * A preflight for a path that needs signed cookies. CloudFront checks the signature of every method.
 *
 * Source: Fetch Standard, "CORS-preflight fetch" (it sends no credentials).
 */
function preflightFinding({ method, request, code }: ReadQuestion): Finding<MethodFindingId> | undefined {
  if (method !== "OPTIONS" || request.source === "url" || request.problem) return undefined;
  if (code === "MissingKey")
    return likely(
      "preflight-without-cookies",
      "the response to OPTIONS is MissingKey: browsers send no cookies with a preflight",
    );
  // Cookies that are there are no browser's: another client sent them.
  if (request.source === "cookies") return undefined;
  return likely(
    "preflight-without-cookies",
    "the method is OPTIONS, and browsers send no cookies with a preflight",
  );
}
