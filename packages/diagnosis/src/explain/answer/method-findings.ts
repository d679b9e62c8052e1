import { type Finding, likely } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";

/**
 * The methods that a cache behavior can allow.
 *
 * Source: CloudFront API Reference, "AllowedMethods".
 */
const allowedMethods = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

/** What the method of the request shows. A policy has no condition on it. */
export function methodFindings(question: ReadQuestion): Finding[] {
  const { answer, method } = question;
  if (answer.isAllowed) return [];
  const found = [preflightFinding(question)].filter((finding) => finding !== undefined);
  if (!/^[A-Z]+$/.test(method) || allowedMethods.includes(method)) return found;
  return [likely("method-not-allowed", { kind: "unknown-method", method }), ...found];
}

/**
 * A preflight for a path that needs signed cookies. CloudFront checks the signature of every method.
 *
 * Source: Fetch Standard, "CORS-preflight fetch" (it sends no credentials).
 */
function preflightFinding({ method, request, code }: ReadQuestion): Finding | undefined {
  if (method !== "OPTIONS" || request.source === "url" || request.problem) return undefined;
  if (code === "MissingKey")
    return {
      id: "preflight-without-cookies",
      certainty: "proven",
      evidence: "preflight-answered-missing-key",
    };
  // Cookies that are there are no browser's: another client sent them.
  if (request.source === "cookies") return undefined;
  return likely("preflight-without-cookies", "preflight-without-credentials");
}
