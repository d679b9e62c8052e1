import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type FindingCase, ofAnswer, ofRequest } from "../finding-case.ts";

const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const verifier = verifierOf();

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const answerCases = {
  "s3-query-auth": {
    example: ofRequest("S3 that saw the parameters", {
      responseBody:
        "…Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters…",
    }),
  },
  "origin-kms": {
    example: ofRequest("a KMS error", { responseBody: "…<Code>KMS.UnrecognizedClientException</Code>…" }),
  },
  "s3-denied": {
    example: ofRequest("S3's own body", {
      responseBody: "…<Code>AccessDenied</Code><Message>Access Denied</Message>…",
    }),
  },
  "waf-blocked": {
    example: ofAnswer("WAF's page", { responseBody: "…Request blocked.…" }),
  },
  "country-blocked": {
    example: ofAnswer("a blocked country", {
      responseBody: "…configured to block access from your country.…",
    }),
  },
  "alternate-domain-missing": {
    example: ofAnswer(
      "a host name that no distribution has",
      { url: "https://cdn.example.com/a.jpg?…", responseBody: "…Bad request.…" },
      { url: await rsaSigner().signUrl("https://cdn.example.com/a.jpg", { dateLessThan: end }) },
    ),
  },
  "method-not-allowed": {
    example: ofAnswer("a method that the behavior does not allow", {
      method: "POST",
      responseBody: "…not configured to allow the HTTP request method…",
    }),
  },
  "https-required": {
    example: ofAnswer(
      "the redirect to https",
      { url: "http://…", status: "301", responseHeaders: "…X-Cache=Redirect from cloudfront…" },
      {
        url: await rsaSigner().signUrl("http://d111111abcdef8.cloudfront.net/a.jpg", { dateLessThan: end }),
      },
    ),
  },
  "edge-function-answered": {
    example: ofAnswer("a CloudFront function", {
      status: "403",
      responseHeaders: "…X-Cache=FunctionGeneratedResponse from cloudfront…",
    }),
  },
  "blocked-before-signing": {
    example: ofRequest("the WAF page", {
      responseBody: "…<H2>The request could not be satisfied.</H2>…",
    }),
  },
  "parameters-lost": {
    example: ofRequest("the answer MissingKey", {
      url: "…&Key-Pair-Id=K2JCJMDEHXQW5F",
      responseBody: "…<Code>MissingKey</Code>…",
    }),
  },
  "preflight-without-cookies": {
    example: ofAnswer(
      "a preflight",
      { method: "OPTIONS", responseBody: "…<Code>MissingKey</Code>…" },
      { url: `${host}/v/1.json` },
    ),
  },
  "not-restricted": {
    example: {
      question: {
        url: canned,
        status: 403,
        time: moment,
        verifier: verifierOf({}, ["/private/*"]),
      },
      shown: { url: `${host}/a.jpg?…`, status: "403" },
    },
  },
  "origin-denied": {
    example: ofAnswer("nginx", { status: "403", responseBody: "…<center>nginx/1.24.0…" }),
  },
  "not-a-signing-error": {
    example: ofRequest("404 of the origin", { url: `${host}/a.jpg?…`, status: "404" }),
  },
  "error-cached": {
    example: {
      question: {
        url: canned,
        status: 403,
        responseHeaders: { "X-Cache": "Hit from cloudfront" },
        verifier,
        time: moment,
      },
      shown: { status: "403", responseHeaders: "X-Cache=Hit from cloudfront" },
    },
  },
  "not-from-cloudfront": {
    example: ofAnswer("a firewall in front", {
      status: "403",
      responseHeaders: "Server=squid/5.7; Date=Mon, 02 Mar 2026 09:00:00 GMT",
    }),
  },
  "custom-error-page": {
    example: ofAnswer("an error page with another status", {
      status: "200",
      responseHeaders: "…X-Cache=Error from cloudfront…",
    }),
  },
} satisfies Readonly<Record<string, FindingCase>>;
