import { type Finding, likely, proven } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { cachedErrorFinding, originFinding, pageBehindSuccess } from "./origin-findings.ts";
import { pageFinding } from "./page-finding.ts";
import { s3Finding } from "./s3-finding.ts";

/** What the answer alone shows. */
export function responseFindings(question: ReadQuestion): Finding[] {
  const found = question.answer.isAllowed ? pageBehindSuccess(question) : sourceOfDenial(question);
  // An error page of the distribution is in the cache by itself, whatever it stands for.
  const cached = found?.id === "custom-error-page" ? undefined : cachedErrorFinding(question);
  return [found, cached].filter((finding) => finding !== undefined);
}

/** Who denied the request, if not CloudFront's check of the signature. */
function sourceOfDenial(question: ReadQuestion): Finding | undefined {
  if (question.code) return lostParametersFinding(question);
  return (
    sizeFinding(question) ??
    wafFinding(question) ??
    pageFinding(question) ??
    functionFinding(question) ??
    redirectFinding(question) ??
    s3Finding(question) ??
    originFinding(question)
  );
}

function lostParametersFinding(question: ReadQuestion): Finding | undefined {
  const { code, request, keyLookupProblem, method } = question;
  // Browsers send no cookies with a preflight, so that none were lost.
  if (code !== "MissingKey" || request.problem || keyLookupProblem || method === "OPTIONS") return undefined;
  return proven("parameters-lost", "answered-missing-key");
}

function sizeFinding({ status }: ReadQuestion): Finding | undefined {
  return status === 413 || status === 414
    ? proven("request-too-large", { kind: "status-too-large", status })
    : undefined;
}

/** Source: AWS WAF Developer Guide, "CAPTCHA and Challenge action behavior". */
function wafFinding({ answer }: ReadQuestion): Finding | undefined {
  const action = answer.header("x-amzn-waf-action").toLowerCase();
  if (action === "") return undefined;
  return proven(
    "waf-blocked",
    action === "challenge" || action === "captcha"
      ? { kind: "waf-challenge", action }
      : { kind: "waf-action" },
  );
}

/**
 * What `X-Cache` says of an edge function.
 *
 * Source: CloudFront Developer Guide, "Determine the type of failure" (Lambda@Edge) and "Standard logging
 * reference" (`x-edge-result-type`, which has the same names).
 */
function functionFinding({ answer: { cacheResult } }: ReadQuestion): Finding | undefined {
  const [maker, names] =
    functionResults.find(([, results]) => results.some((one) => one === cacheResult)) ?? [];
  if (maker === undefined || names === undefined) return undefined;
  const hasFailed = cacheResult !== names[0];
  return proven("edge-function-answered", { kind: "edge-function", maker, hasFailed });
}

/** The first result is that of a function that made an answer, the others are failures. */
const functionResults = [
  ["CloudFront function", ["functiongeneratedresponse", "functionexecutionerror", "functionthrottlederror"]],
  [
    "Lambda@Edge function",
    ["lambdageneratedresponse", "lambdaexecutionerror", "lambdavalidationerror", "lambdalimitexceeded"],
  ],
] as const satisfies readonly (readonly [maker: string, results: readonly string[]])[];

/** CloudFront's redirect to https, which its viewer protocol policy asks for. */
function redirectFinding({ answer, request }: ReadQuestion): Finding | undefined {
  const { status = 0, header, cacheResult } = answer;
  if (status < 300 || status >= 400) return undefined;
  const isSameUrl =
    request.requested.startsWith("http:") &&
    header("location") === request.requested.replace("http:", "https:");
  if (cacheResult === "redirect") return proven("https-required", "redirected-to-https");
  // A proxy or the origin may redirect, too.
  return isSameUrl ? likely("https-required", "redirected-to-https") : undefined;
}

/** What a denial shows where the verifier restricts nothing: there, nothing else counts. */
export function unrestrictedFindings({ answer, code, status }: ReadQuestion): Finding[] {
  if (answer.isAllowed || (!code && !status)) return [];
  return [likely("not-restricted", "path-not-restricted")];
}
