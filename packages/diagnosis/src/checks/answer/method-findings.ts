import { likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { AnswerFinding } from "./answer-finding-table.ts";

/**
 * The methods that a cache behavior can allow.
 *
 * Source: CloudFront API Reference, "AllowedMethods".
 */
const allowedMethods = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

/** What the method of the request shows. A policy has no condition on it. */
export function methodFindings(question: ReadQuestion): AnswerFinding[] {
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
function preflightFinding({ method, request, code }: ReadQuestion): AnswerFinding | undefined {
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
