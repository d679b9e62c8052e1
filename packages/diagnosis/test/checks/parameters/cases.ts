import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { policyOf, reserved } from "../../support/edge-model.ts";
import { isInGrammar } from "../../support/policy-model.ts";
import {
  bare,
  hashOf,
  hasStrayCharacter,
  isCutOff,
  isJson,
  isOtherSeparator,
  lacks,
  names,
  sentValue,
  termsSent,
  textOf,
  undecodable,
} from "../../support/proof-model.ts";
import { type FindingCase, ofRequest } from "../finding-case.ts";

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const parametersCases = {
  "request-too-large": {
    example: ofRequest("413", { url: `${host}/a.jpg?…`, status: "413" }),
  },
  "s3-host": {
    example: ofRequest("the bucket's host", { url: "https://b.s3.eu-west-1.amazonaws.com/a.jpg?…" }),
  },
  "s3-presigned": {
    example: ofRequest("an S3 presigned URL", { url: `${host}/a?…&X-Amz-Signature=…` }),
  },
  "signed-for-other-service": {
    example: ofRequest("a URL of Google Cloud Storage", {
      url: `${host}/a.jpg?…&X-Goog-Signature=…`,
    }),
  },
  "parameters-in-fragment": {
    example: ofRequest("parameters behind the #", { url: `${host}/a.jpg#…&Signature=…` }),
    proof: ({ asked }) =>
      asked.url.includes("#") &&
      reserved.some((name) => asked.url.slice(asked.url.indexOf("#")).includes(`${name}=`)),
  },
  "html-escaped": {
    example: ofRequest("&amp; from HTML", { url: "…&amp;Signature=…&amp;Key-Pair-Id=…" }),
    proof: (facts) => /amp;/.test(textOf(facts)),
  },
  "parameter-names": {
    example: ofRequest("small letters in the names", { url: "…&key-pair-id=K2JCJMDEHXQW5F" }),
    proof: (facts) => {
      const spelt = reserved.flatMap((name) => [name, `CloudFront-${name}`]);
      return names(facts).some((name) => !spelt.includes(name) && reserved.map(bare).includes(bare(name)));
    },
  },
  "segment-not-signed": {
    example: ofRequest("a fragmented MP4 segment", { url: `${host}/v/chunk-1.m4s` }),
  },
  "quoted-printable": {
    example: ofRequest("the source of a mail", { url: "…&Expires=3D1900000000&Signature=3D…" }),
    proof: (facts) => /=3D/i.test(textOf(facts)),
  },
  "parameters-escaped": {
    example: ofRequest("\\u0026", { url: "…\\u0026Signature=…\\u0026Key-Pair-Id=…" }),
    proof: (facts) => /%(26|3F|3D)|\\u00/i.test(textOf(facts)) || isOtherSeparator(facts),
  },
  "url-truncated": {
    example: ofRequest("cut inside Expires", { url: `${host}/a.jpg?size=1&Expires=19000` }),
    proof: isCutOff,
  },
  "stray-characters": {
    example: ofRequest("encoded quotes around the key ID", {
      url: "…&Key-Pair-Id=%22K2JCJMDEHXQW5F%22",
    }),
    proof: hasStrayCharacter,
  },
  "request-invalid": {
    example: ofRequest("a path", { url: "/a.jpg?Signature=…" }),
    proof: ({ asked }) => !/^https?:\/\/[^/?@\s\\]+(\/[!-~]*)?(\?[!-~]*)?$/.test(asked.url),
  },
  "no-credentials": {
    example: ofRequest("nothing at all", { url: `${host}/a.jpg`, cookies: "" }),
    proof: ({ seen }) => seen.pairs.length === 0,
  },
  "cookies-shadowed-by-query": {
    example: ofRequest("cookies hidden by a query name", {
      url: `${host}/v/1.ts?Policy=all`,
      cookies: "CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…",
    }),
    proof: ({ asked, seen }) =>
      seen.from === "url" && seen.pairs.length > 0 && /CloudFront-/.test(asked.cookies ?? ""),
  },
  "key-id-missing": {
    example: ofRequest("no key ID", { url: "…?size=1&x=2&Expires=…&Signature=…" }),
    proof: lacks("Key-Pair-Id"),
  },
  "key-id-not-a-key-id": {
    example: ofRequest("undefined for the key ID", { url: "…&Key-Pair-Id=undefined" }),
    proof: ({ seen }) => !/^K[0-9A-Z]{12,13}$/.test(sentValue(seen, "Key-Pair-Id")),
  },
  "parameter-repeated": {
    example: ofRequest("signed twice", { url: "…&Signature=…&Signature=…" }),
    proof: ({ seen }) => seen.pairs.length > seen.sent.size,
  },
  "signature-missing": {
    example: ofRequest("no signature", { url: "…&Expires=1900000000&Key-Pair-Id=…" }),
    proof: lacks("Signature"),
  },
  "signature-undecodable": {
    example: ofRequest("undefined for the signature", { url: "…&Signature=undefined&…" }),
    proof: undecodable("Signature"),
  },
  "policy-missing": {
    example: ofRequest("neither Expires nor Policy", { url: "…?size=1&x=2&Signature=…" }),
    proof: ({ seen }) => sentValue(seen, "Policy") === "" && sentValue(seen, "Expires") === "",
  },
  "policy-undecodable": {
    example: ofRequest("undefined for the policy", { url: "…?Policy=undefined&…" }),
    proof: undecodable("Policy"),
  },
  "policy-not-json": {
    example: ofRequest("single quotes", { url: "…?Policy=…&…" }),
    proof: ({ seen }) => !isJson(policyOf(seen) ?? ""),
  },
  "policy-schema": {
    example: ofRequest("a bare statement", { url: "…?Policy=…&…" }),
    proof: ({ seen }) => !isInGrammar(policyOf(seen) ?? ""),
  },
  milliseconds: {
    example: ofRequest("Expires in milliseconds", { url: "…?Expires=1900000000000&…" }),
    proof: (facts) => (termsSent(facts)?.end ?? 0) >= 1e11,
  },
  "expires-invalid": {
    example: ofRequest("a date for Expires", { url: "…?Expires=2030-01-01&…" }),
    proof: ({ seen }) => !/^(0|[1-9]\d{0,10})$/.test(sentValue(seen, "Expires")),
  },
  "hash-unknown": {
    example: ofRequest("small letters in the hash", { url: "…&Hash-Algorithm=sha1" }),
    proof: ({ seen }) => !["SHA1", "SHA256"].includes(hashOf(seen)),
  },
} satisfies Readonly<Record<string, FindingCase>>;
