import type { CloudFrontDenialQuestion, CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { answerExamples } from "./answer-examples.ts";
import { cookieCases } from "./broken-cookies.ts";
import { escaped, stray, truncated } from "./broken-parameters.ts";
import { plainToSee, provenByKey } from "./broken-requests.ts";
import { withOneFault } from "./broken-signatures.ts";
import { keyText } from "./keys.ts";
import { url as cookieUrl } from "./signed-cookie-lines.ts";
import { end, host, moment, rsaSigner } from "./signers.ts";
import { verifierOf } from "./verifying.ts";

/** A broken request, the first finding of which is this one. `docs/explain.md` shows it. */
export interface FindingExample {
  readonly question: CloudFrontDenialQuestion;
  /** What of the question shows the fault, with `…` for the rest. */
  readonly shown: Shown;
}

type Shown = Partial<Record<keyof CloudFrontDenialQuestion, string>>;

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });
const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const { values: cookies } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });
const folder = await rsaSigner().signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });

/** A request of the suite, by its name. */
function example(name: string, shown: Shown): FindingExample {
  const byKey = [...provenByKey, ...withOneFault].find(([one]) => one === name);
  const broken = byKey ?? [...plainToSee, ...truncated, ...escaped, ...stray].find(([one]) => one === name);
  if (!broken) throw new Error(`no broken request is named ${name}`);
  return { question: { time: moment, ...broken[1], ...(byKey && { verifier }) }, shown };
}

/** A question about cookies, by its name. */
function cookieExample(name: string, shown: Shown): FindingExample {
  const broken = cookieCases.find(([one]) => one === name);
  if (!broken) throw new Error(`no broken cookies are named ${name}`);
  return { question: { url: cookieUrl, time: moment, ...broken[1] }, shown };
}

export const findingExamples: Record<CloudFrontFindingId, FindingExample> = {
  ...answerExamples,
  "s3-query-auth": example("S3 that saw the parameters", {
    responseBody:
      "…Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters…",
  }),
  "origin-kms": example("a KMS error", { responseBody: "…<Code>KMS.UnrecognizedClientException</Code>…" }),
  "s3-denied": example("S3's own body", {
    responseBody: "…<Code>AccessDenied</Code><Message>Access Denied</Message>…",
  }),
  "blocked-before-signing": example("the WAF page", {
    responseBody: "…<H2>The request could not be satisfied.</H2>…",
  }),
  "request-too-large": example("413", { url: `${host}/a.jpg?…`, status: "413" }),
  "parameters-lost": example("the answer MissingKey", {
    url: "…&Key-Pair-Id=K2JCJMDEHXQW5F",
    responseBody: "…<Code>MissingKey</Code>…",
  }),
  "not-a-signing-error": example("404 of the origin", { url: `${host}/a.jpg?…`, status: "404" }),
  "not-restricted": {
    question: {
      url: canned,
      status: 403,
      time: moment,
      verifier: verifierOf({}, ["/private/*"]),
    },
    shown: { url: `${host}/a.jpg?…`, status: "403" },
  },
  "cookies-in-headers": {
    question: {
      url: `${host}/v/1.ts`,
      requestHeaders: {
        "CloudFront-Policy": cookies["CloudFront-Policy"],
        "CloudFront-Signature": cookies["CloudFront-Signature"],
        "CloudFront-Key-Pair-Id": cookies["CloudFront-Key-Pair-Id"],
      },
      status: 403,
      time: moment,
    },
    shown: {
      url: `${host}/v/1.ts`,
      requestHeaders: "CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F",
    },
  },
  "cookie-expired": cookieExample("the lines of a sign-out", {
    setCookie:
      "CloudFront-Expires=; Domain=example.com; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure;…",
  }),
  "cookie-too-large": cookieExample("a policy over 4,096 bytes", {
    setCookie: "CloudFront-Policy=eeee…; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax…",
  }),
  "cookie-domain": example("a cookie for another domain", {
    url: "https://cdn.example.com/…",
    setCookie: "CloudFront-Policy=…; Domain=example.org",
  }),
  "cookie-path": example("a cookie path with *", {
    url: `${host}/v/1`,
    setCookie: "CloudFront-Policy=…; Path=/v/*",
  }),
  "cookie-same-site": example("SameSite=None without Secure", {
    setCookie: "CloudFront-Policy=…; Path=/; SameSite=None",
  }),
  "cookie-secure": example("a Secure cookie over http", {
    url: "http://cdn.example.com/…",
    setCookie: "CloudFront-Policy=…; Path=/; Secure",
  }),
  "cookie-encrypted": cookieExample("values that Laravel encrypted", {
    setCookie: "CloudFront-Policy=eyJpdiI6…; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax…",
  }),
  "cookie-encoded": example("a cookie that was encoded when set", {
    setCookie: "CloudFront-Policy=…%7E…",
  }),
  "cookie-missing": cookieExample("a cookie that was set and did not arrive", {
    cookies: "CloudFront-Policy=…; CloudFront-Signature=…",
    setCookie: "…CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F; Domain=example.com; Path=/; Secure;…",
  }),
  "third-party-cookies": cookieExample("a page on another site, and lines without fault", {
    url: `${host}/v/1.mp4`,
    pageOrigin: "https://www.example.com",
    setCookie: "CloudFront-Policy=…; Path=/; Secure; SameSite=None…",
  }),
  "s3-host": example("the bucket's host", { url: "https://b.s3.eu-west-1.amazonaws.com/a.jpg?…" }),
  "s3-presigned": example("an S3 presigned URL", { url: `${host}/a?…&X-Amz-Signature=…` }),
  "signed-for-other-service": example("a URL of Google Cloud Storage", {
    url: `${host}/a.jpg?…&X-Goog-Signature=…`,
  }),
  "parameters-in-fragment": example("parameters behind the #", { url: `${host}/a.jpg#…&Signature=…` }),
  "html-escaped": example("&amp; from HTML", { url: "…&amp;Signature=…&amp;Key-Pair-Id=…" }),
  "parameter-names": example("small letters in the names", { url: "…&key-pair-id=K2JCJMDEHXQW5F" }),
  "segment-not-signed": example("a fragmented MP4 segment", { url: `${host}/v/chunk-1.m4s` }),
  "quoted-printable": example("the source of a mail", { url: "…&Expires=3D1900000000&Signature=3D…" }),
  "parameters-escaped": example("\\u0026", { url: "…\\u0026Signature=…\\u0026Key-Pair-Id=…" }),
  "url-truncated": example("cut inside Expires", { url: `${host}/a.jpg?size=1&Expires=19000` }),
  "key-id-wrong": example("the ID of another key of the group", { url: "…&Key-Pair-Id=KSECOND" }),
  "key-not-trusted": example("the answer InvalidKey", {
    url: "…&Key-Pair-Id=K2JCJMDEHXQW5F",
    responseBody: "…<Code>InvalidKey</Code>…",
  }),
  "signature-truncated": example("the beginning of a signature", { url: "…&Signature=…&…" }),
  "signature-wrong-format": example("r and s instead of DER", { url: "…&Hash-Algorithm=SHA256" }),
  "hash-mismatch": example("SHA-1, and SHA256 said", { url: "…&Hash-Algorithm=SHA256" }),
  "placeholder-signed": example("the placeholder {{url}}", {
    url: "https://cdn.example.com/a.jpg?Expires=1900000000&…",
  }),
  "url-incomplete": example("no scheme", { url: `${host}/a.jpg?…` }),
  "url-scheme-changed": example("http was signed", { url: `${host}/a.jpg?…` }),
  "url-host-changed": example("another host name was signed", {
    url: "https://cdn.example.com/a.jpg?…",
    hostnames: "d111111abcdef8.cloudfront.net",
  }),
  "url-encoding-changed": example("a raw space was signed", { url: `${host}/a%20b.jpg?…` }),
  "url-parameter-added": example("a parameter was added", { url: `${host}/a.jpg?…&utm_source=mail` }),
  "url-parameter-removed": example("a parameter that a custom policy has", {
    url: `${host}/a.jpg?size=1&Policy=…`,
  }),
  "url-parameters-reordered": example("parameters were sorted", { url: `${host}/f?a=2&b=1&…` }),
  "url-path-changed": example("the default root object was signed", { url: `${host}/?…` }),
  "canned-with-wildcard": example("a folder with *", { url: `${host}/v/1.ts?Expires=…` }),
  "policy-json-differs": example("spaces in the JSON (Python)", { url: `${host}/a.jpg?Expires=…` }),
  "expires-changed": example("the end in India's local time", { url: "…?Expires=1900000000&…" }),
  "signature-mismatch": example("a private key that nobody knows", { url: `${host}/a.jpg?Expires=…` }),
  "stray-characters": example("encoded quotes around the key ID", {
    url: "…&Key-Pair-Id=%22K2JCJMDEHXQW5F%22",
  }),
  "request-invalid": example("a path", { url: "/a.jpg?Signature=…" }),
  "no-credentials": example("nothing at all", { url: `${host}/a.jpg` }),
  "cookies-shadowed-by-query": example("cookies hidden by a query name", {
    url: `${host}/v/1.ts?Policy=all`,
    cookies: "CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…",
  }),
  "key-id-missing": example("no key ID", { url: "…?size=1&x=2&Expires=…&Signature=…" }),
  "key-id-not-a-key-id": example("undefined for the key ID", { url: "…&Key-Pair-Id=undefined" }),
  "parameter-repeated": example("signed twice", { url: "…&Signature=…&Signature=…" }),
  "signature-missing": example("no signature", { url: "…&Expires=1900000000&Key-Pair-Id=…" }),
  "signature-undecodable": example("undefined for the signature", { url: "…&Signature=undefined&…" }),
  "policy-missing": example("neither Expires nor Policy", { url: "…?size=1&x=2&Signature=…" }),
  "policy-undecodable": example("undefined for the policy", { url: "…?Policy=undefined&…" }),
  "policy-not-json": example("single quotes", { url: "…?Policy=…&…" }),
  "policy-schema": example("a bare statement", { url: "…?Policy=…&…" }),
  milliseconds: example("Expires in milliseconds", { url: "…?Expires=1900000000000&…" }),
  "expires-invalid": example("a date for Expires", { url: "…?Expires=2030-01-01&…" }),
  "hash-unknown": example("small letters in the hash", { url: "…&Hash-Algorithm=sha1" }),
  "dot-segment": {
    question: {
      url: folder.replace("/v/1.ts", "/v/%2e%2e%2fb.ts"),
      time: moment,
    },
    shown: { url: `${host}/v/%2e%2e%2fb.ts?Policy=…` },
  },
  "resource-mismatch": example("outside of the resource", { url: `${host}/w/1.ts?Policy=…` }),
  expired: example("expired", { url: "…?Expires=1767225601&…", time: "2026-01-01T00:01:30.000Z" }),
  "not-yet-valid": example("not yet valid", { url: "…?Policy=…&…" }),
  "ip-mismatch": example("another address", { url: "…?Policy=…&…", ipAddress: "192.0.2.2" }),
  "ipv6-viewer": example("a viewer on IPv6", { url: "…?Policy=…&…", ipAddress: "2001:db8::1" }),
  "ip-unknown": example("an address that nobody gave", { url: "…?Policy=…&…" }),
  "nothing-wrong-here": {
    question: { url: canned, status: 403, time: moment, verifier },
    shown: { url: `${host}/a.jpg?Expires=…`, status: "403" },
  },
};
