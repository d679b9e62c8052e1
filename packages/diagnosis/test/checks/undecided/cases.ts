import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type FindingCase, ofRequest } from "../finding-case.ts";

const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const { values: cookies } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });
const verifier = verifierOf();

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const undecidedCases = {
  "ip-unknown": {
    example: ofRequest("an address that nobody gave", { url: "…?Policy=…&…" }),
    proof: ({ asked }) => asked.ipAddress === undefined,
  },
  "nothing-wrong-here": {
    example: {
      question: { url: canned, status: 403, time: moment, verifier },
      shown: { url: `${host}/a.jpg?Expires=…`, status: "403" },
    },
  },
  "signature-not-checked": {
    example: { question: { url: canned, time: moment }, shown: { url: `${host}/a.jpg?…` } },
  },
  "resource-not-checked": {
    example: {
      question: { cookies, verifier, time: moment },
      shown: { cookies: "CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…" },
    },
  },
} satisfies Readonly<Record<string, FindingCase>>;
