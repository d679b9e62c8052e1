import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type FindingCase, ofCookies, ofRequest } from "../finding-case.ts";

const { values: cookies } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const cookiesCases = {
  "cookies-in-headers": {
    example: {
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
  },
  "cookie-expired": {
    example: ofCookies("the lines of a sign-out", {
      setCookie:
        "CloudFront-Expires=; Domain=example.com; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure;…",
    }),
  },
  "cookie-too-large": {
    example: ofCookies("a policy over 4,096 bytes", {
      setCookie: "CloudFront-Policy=eeee…; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax…",
    }),
  },
  "cookie-domain": {
    example: ofRequest("a cookie for another domain", {
      url: "https://cdn.example.com/…",
      setCookie: "CloudFront-Policy=…; Domain=example.org",
    }),
  },
  "cookie-path": {
    example: ofRequest("a cookie path with *", {
      url: `${host}/v/1`,
      setCookie: "CloudFront-Policy=…; Path=/v/*",
    }),
  },
  "cookie-same-site": {
    example: ofRequest("SameSite=None without Secure", {
      setCookie: "CloudFront-Policy=…; Path=/; SameSite=None",
    }),
  },
  "cookie-secure": {
    example: ofRequest("a Secure cookie over http", {
      url: "http://cdn.example.com/…",
      setCookie: "CloudFront-Policy=…; Path=/; Secure",
    }),
  },
  "cookie-encrypted": {
    example: ofCookies("values that Laravel encrypted", {
      setCookie: "CloudFront-Policy=eyJpdiI6…; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax…",
    }),
  },
  "cookie-encoded": {
    example: ofRequest("a cookie that was encoded when set", {
      setCookie: "CloudFront-Policy=…%7E…",
    }),
    proof: ({ asked }) => /%[0-9A-F]{2}/i.test(asked.cookies ?? ""),
  },
  "cookie-missing": {
    example: ofCookies("a cookie that was set and did not arrive", {
      cookies: "CloudFront-Policy=…; CloudFront-Signature=…",
      setCookie: "…CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F; Domain=example.com; Path=/; Secure;…",
    }),
    proof: ({ seen }) =>
      seen.from === "cookies" &&
      ["Signature", "Key-Pair-Id"]
        .concat(seen.sent.has("Expires") ? [] : ["Policy"])
        .some((name) => !seen.sent.get(name)),
  },
  "credentials-omitted": {
    example: {
      question: { url: `${host}/v/1.mp4`, credentials: "omit", status: 403, time: moment },
      shown: { url: `${host}/v/1.mp4`, credentials: "omit", status: "403" },
    },
  },
  "third-party-cookies": {
    example: ofCookies("a page on another site, and lines without fault", {
      url: `${host}/v/1.mp4`,
      pageOrigin: "https://www.example.com",
      setCookie: "CloudFront-Policy=…; Path=/; Secure; SameSite=None…",
    }),
  },
} satisfies Readonly<Record<string, FindingCase>>;
