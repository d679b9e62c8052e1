import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import { type KnownAnswer, knownAnswers } from "./answers.ts";
import type { FindingExample } from "./finding-examples.ts";
import { end, host, moment, rsaSigner } from "./signers.ts";
import { verifierOf } from "./verifying.ts";

const verifier = verifierOf();
const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const cookies = (await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })).values;

/** An answer of `answers.ts`, by its name, to a request that is right. */
function example(
  name: KnownAnswer["name"],
  shown: FindingExample["shown"],
  request: CloudFrontDenialQuestion = { url: canned },
): FindingExample {
  const known = knownAnswers.find((one) => one.name === name);
  if (!known) throw new Error(`no answer is named ${name}`);
  return { question: { time: moment, verifier, ...request, ...known.answer }, shown };
}

/** Examples of findings in an answer, and of what nobody has checked. */
export const answerExamples = {
  "waf-blocked": example("WAF's page", { responseBody: "…Request blocked.…" }),
  "country-blocked": example("a blocked country", {
    responseBody: "…configured to block access from your country.…",
  }),
  "alternate-domain-missing": example(
    "a host name that no distribution has",
    { url: "https://cdn.example.com/a.jpg?…", responseBody: "…Bad request.…" },
    { url: await rsaSigner().signUrl("https://cdn.example.com/a.jpg", { dateLessThan: end }) },
  ),
  "method-not-allowed": example("a method that the behavior does not allow", {
    method: "POST",
    responseBody: "…not configured to allow the HTTP request method…",
  }),
  "https-required": example(
    "the redirect to https",
    { url: "http://…", status: "301", responseHeaders: "…X-Cache=Redirect from cloudfront…" },
    {
      url: await rsaSigner().signUrl("http://d111111abcdef8.cloudfront.net/a.jpg", { dateLessThan: end }),
    },
  ),
  "edge-function-answered": example("a CloudFront function", {
    status: "403",
    responseHeaders: "…X-Cache=FunctionGeneratedResponse from cloudfront…",
  }),
  "preflight-without-cookies": example(
    "a preflight",
    { method: "OPTIONS", responseBody: "…<Code>MissingKey</Code>…" },
    { url: `${host}/v/1.json` },
  ),
  "origin-denied": example("nginx", { status: "403", responseBody: "…<center>nginx/1.24.0…" }),
  "error-cached": {
    question: {
      url: canned,
      status: 403,
      responseHeaders: { "X-Cache": "Hit from cloudfront" },
      verifier,
      time: moment,
    },
    shown: { status: "403", responseHeaders: "X-Cache=Hit from cloudfront" },
  },
  "not-from-cloudfront": example("a firewall in front", {
    status: "403",
    responseHeaders: "Server=squid/5.7; Date=Mon, 02 Mar 2026 09:00:00 GMT",
  }),
  "custom-error-page": example("an error page with another status", {
    status: "200",
    responseHeaders: "…X-Cache=Error from cloudfront…",
  }),
  "signature-not-checked": { question: { url: canned, time: moment }, shown: { url: `${host}/a.jpg?…` } },
  "resource-not-checked": {
    question: { cookies, verifier, time: moment },
    shown: { cookies: "CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…" },
  },
} as const satisfies Readonly<Record<string, FindingExample>>;
