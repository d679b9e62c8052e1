import { foundBy, likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { type AnswerFinding, answerFindingTable } from "./answer-finding-table.ts";
import { cachedErrorFinding, originFinding, pageBehindSuccess } from "./origin-findings.ts";
import { failedFunctionFinding, pageFinding } from "./page-finding.ts";
import { s3Finding } from "./s3-finding.ts";

/** What the answer alone shows. */
export function responseFindings(question: ReadQuestion): AnswerFinding[] {
  const found = question.answer.isAllowed ? pageBehindSuccess(question) : sourceOfDenial(question);
  // An error page of the distribution is in the cache by itself, whatever it stands for.
  const cached = found?.id === "custom-error-page" ? undefined : cachedErrorFinding(question);
  const alone = [found, cached].filter((finding) => finding !== undefined);
  return [...foundBy(answerFindingTable, question), ...alone];
}

/** Who denied the request, if not CloudFront's check of the signature. */
function sourceOfDenial(question: ReadQuestion): AnswerFinding | undefined {
  if (question.code) return undefined;
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

function sizeFinding({ status }: ReadQuestion): AnswerFinding | undefined {
  return status === 413 || status === 414
    ? likely("request-too-large", `the status is ${status}`)
    : undefined;
}

/** Source: AWS WAF Developer Guide, "CAPTCHA and Challenge action behavior". */
function wafFinding({ answer }: ReadQuestion): AnswerFinding | undefined {
  const action = answer.header("x-amzn-waf-action").toLowerCase();
  if (action === "") return undefined;
  if (action !== "challenge" && action !== "captcha")
    return likely("waf-blocked", "the response has the header x-amzn-waf-action");
  return likely("waf-blocked", `the header x-amzn-waf-action is ${action}`, {
    summary: "AWS WAF responded with a challenge that only a browser can solve.",
    fix: "Exclude this path from the rules of the web ACL with the actions Challenge and CAPTCHA: players, scripts and requests from another origin cannot solve them.",
  });
}

/**
 * What `X-Cache` says of an edge function.
 *
 * Source: CloudFront Developer Guide, "Determine the type of failure" (Lambda@Edge) and "Standard logging
 * reference" (`x-edge-result-type`, which has the same names).
 */
function functionFinding({ answer: { cacheResult } }: ReadQuestion): AnswerFinding | undefined {
  const [maker, names] =
    functionResults.find(([, results]) => results.some((one) => one === cacheResult)) ?? [];
  if (maker === undefined || names === undefined) return undefined;
  if (cacheResult !== names[0]) return failedFunctionFinding(maker);
  return likely("edge-function-answered", `X-Cache says that a ${maker} generated the response`);
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
function redirectFinding({ answer, request }: ReadQuestion): AnswerFinding | undefined {
  const { status = 0, header, cacheResult } = answer;
  if (status < 300 || status >= 400) return undefined;
  const isSameUrl =
    request.requested.startsWith("http:") &&
    header("location") === request.requested.replace("http:", "https:");
  const evidence = "the response redirects to the same URL with https";
  if (cacheResult === "redirect") return likely("https-required", evidence);
  // A proxy or the origin may redirect, too.
  return isSameUrl ? likely("https-required", evidence) : undefined;
}

/** What a denial shows where the verifier restricts nothing: there, nothing else counts. */
export function unrestrictedFindings({ answer, code, status }: ReadQuestion): AnswerFinding[] {
  if (answer.isAllowed || (!code && !status)) return [];
  return [likely("not-restricted", "no restricted path pattern matches this path")];
}
