import { hostileValue } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf, verifierOfDenials } from "../support/denials.ts";

/** Questions that are large, deep or strange: made to be slow to read, or to throw. One run has them as large as they say. */

const base = "https://cdn.example.com/a.mp4";
const signed = "Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F";
const million = "a".repeat(repeated(1_000_000));
const deep = `${'{"Statement":['.repeat(repeated(20_000))}${"]}".repeat(repeated(20_000))}`;

function withPolicy(text: string): string {
  return `${base}?Policy=${cloudFrontBase64(text)}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`;
}

function policyFor(resource: string): string {
  const condition = { DateLessThan: { "AWS:EpochTime": 1_900_000_000 } };
  return JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
}

function many(count: number, of: (index: number) => string, mark: string): string {
  return Array.from({ length: count }, (_, index) => of(index)).join(mark);
}

function throwing(): never {
  throw new Error("from a hostile object");
}

const traps = {
  get: throwing,
  has: throwing,
  ownKeys: throwing,
  getOwnPropertyDescriptor: throwing,
  getPrototypeOf: throwing,
};

const urls: readonly [name: string, url: string][] = [
  ["a path of a million characters", `${base}/${million}?${signed}`],
  ["a host of a million characters", `https://${million}/a?${signed}`],
  ["a million slashes", `https://cdn.example.com${"/".repeat(repeated(1_000_000))}?${signed}`],
  ["a million dot segments", `https://cdn.example.com${"/..".repeat(repeated(300_000))}?${signed}`],
  ["20,000 parameters", `${base}?${many(repeated(20_000), (i) => `p${i}=${i}`, "&")}&${signed}`],
  [
    "20,000 parameters of trackers",
    `${base}?${signed}&${many(repeated(20_000), (i) => `utm_${i}=${i}`, "&")}`,
  ],
  ["20,000 times the same parameter", `${base}?${signed}&${many(repeated(20_000), () => "a=1", "&")}`],
  ["20,000 reserved parameters", `${base}?${many(repeated(20_000), () => signed, "&")}`],
  ["2,000 parameters within the limit of a URL", `${base}?${many(2000, () => "a", "&")}&${signed}`],
  [
    "a signature of a million characters",
    `${base}?Expires=1900000000&Signature=${million}&Key-Pair-Id=K2JCJMDEHXQW5F`,
  ],
  ["a key ID of a million characters", `${base}?Expires=1900000000&Signature=AAAA&Key-Pair-Id=${million}`],
  [
    "an expiry of a million digits",
    `${base}?Expires=${"9".repeat(repeated(1_000_000))}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`,
  ],
  ["a hash algorithm of a million characters", `${base}?${signed}&Hash-Algorithm=${million}`],
  ["a policy of a million characters", `${base}?Policy=${million}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`],
  ["a policy that is deep", withPolicy(deep)],
  ["a policy of deep lists", withPolicy("[".repeat(repeated(100_000)))],
  ["a Resource of 100,000 stars", withPolicy(policyFor("*a".repeat(repeated(100_000))))],
  [
    "a Resource of stars against a long path",
    withPolicy(policyFor(`https://cdn.example.com/${"*a".repeat(2000)}b`)).replace("a.mp4", "a".repeat(4000)),
  ],
  ["a Resource of question marks", withPolicy(policyFor(`https://cdn.example.com/${"?".repeat(3000)}`))],
  [
    "a Resource with __proto__ beside it",
    withPolicy('{"__proto__":{},"Statement":[{"Resource":"*","constructor":1}]}'),
  ],
  ["a policy of lone surrogates", withPolicy('{"Statement":[{"Resource":"\ud800\udfff\udc00"}]}')],
  ["lone surrogates", `${base}\ud800?${signed}&x=\udc00`],
  ["NUL and other controls", `${base}\0\u0001\u007f?${signed}\0`],
  ["text from right to left", `${base}\u202e\u2066?${signed}\u202c`],
  ["half of an escape at every place", `${base}${"%".repeat(3000)}?${"%4".repeat(1000)}&${signed}`],
  ["100,000 times %25", `${base}${"%25".repeat(repeated(100_000))}?${signed}`],
  ["20,000 entities", `${base}?${signed.replaceAll("&", "&amp;".repeat(repeated(20_000)))}`],
  ["100,000 times =3D", `${base}?${signed}${"=3D".repeat(repeated(100_000))}`],
  ["100,000 times \\u0026", `${base}?${signed}${"\\u0026".repeat(repeated(100_000))}`],
  ["100,000 soft line breaks", `${base}?${signed}${"=\r\n".repeat(repeated(100_000))}`],
  ["a million spaces", `${" ".repeat(repeated(500_000))}${base}?${signed}${" ".repeat(repeated(500_000))}`],
  ["what makes regular expressions slow", `${base}?${"(a+)+".repeat(1000)}${"a".repeat(3000)}!&${signed}`],
  ["300,000 quotes", `${'"'.repeat(repeated(150_000))}${base}?${signed}${'"'.repeat(repeated(150_000))}`],
  ["many combining marks", `${base}/${"e\u0301".repeat(1500)}?${signed}`],
  ["many hash signs", `${base}${"#".repeat(repeated(100_000))}?${signed}`],
  ["user names", `https://${"a@".repeat(repeated(100_000))}cdn.example.com/a?${signed}`],
];

const cookies: readonly [name: string, question: object][] = [
  [
    "cookies of a million characters",
    { url: base, cookies: `CloudFront-Policy=${million}; CloudFront-Signature=${million}` },
  ],
  ["20,000 cookies", { url: base, cookies: many(repeated(20_000), (i) => `CloudFront-${i}=1`, "; ") }],
  [
    "20,000 sets of cookies",
    {
      url: base,
      cookies: many(
        20_000,
        () => "CloudFront-Policy=AAAA; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K",
        "; ",
      ),
    },
  ],
  ["a million semicolons", { url: base, cookies: ";".repeat(repeated(1_000_000)) }],
  ["cookies with __proto__", { url: base, cookies: JSON.parse('{"__proto__":"x","CloudFront-Policy":"y"}') }],
  ["cookies that throw", { url: base, cookies: new Proxy({}, traps) }],
  [
    "20,000 Set-Cookie lines",
    {
      url: base,
      setCookie: Array.from(
        { length: repeated(20_000) },
        (_, i) => `CloudFront-Policy=${i}; Path=/${i}; Domain=.x${i}.y`,
      ),
    },
  ],
  [
    "a Set-Cookie line of a million characters",
    { url: base, setCookie: [`CloudFront-Policy=${million}; Domain=${million}; Expires=${million}`] },
  ],
  [
    "a Set-Cookie line of 100,000 attributes",
    { url: base, setCookie: [`CloudFront-Policy=a${"; Path=/".repeat(repeated(100_000))}`] },
  ],
  [
    "what looks like Laravel and is deep",
    { url: base, cookies: `CloudFront-Policy=${btoa(`{"iv":${"[".repeat(repeated(50_000))}`)}` },
  ],
];

const answers: readonly [name: string, question: object][] = [
  [
    "codes that every object has",
    {
      url: `${base}?${signed}`,
      responseBody: "<Error><Code>constructor</Code><HostId>&constructor;</HostId></Error>",
    },
  ],
  ["a body of a million <", { url: `${base}?${signed}`, responseBody: "<".repeat(repeated(1_000_000)) }],
  [
    "a body of open elements",
    { url: `${base}?${signed}`, responseBody: "<Error><Code>".repeat(repeated(80_000)) },
  ],
  ["a body of open comments", { url: `${base}?${signed}`, responseBody: "<!--".repeat(repeated(250_000)) }],
  [
    "a body of blanks within an element",
    { url: `${base}?${signed}`, responseBody: `<Code>${" ".repeat(repeated(1_000_000))}` },
  ],
  [
    "a body of entities",
    {
      url: `${base}?${signed}`,
      responseBody: `<Error><Code>${"&amp;".repeat(repeated(200_000))}</Code></Error>`,
    },
  ],
  [
    "20,000 headers",
    {
      url: base,
      responseHeaders: Object.fromEntries(
        Array.from({ length: repeated(20_000) }, (_, i) => [`x-${i}`, "1"]),
      ),
    },
  ],
  [
    "headers of a million characters",
    { url: base, responseHeaders: { "x-cache": million, server: million, location: million } },
  ],
  [
    "headers with 20,000 values",
    {
      url: base,
      responseHeaders: { "x-cache": Array.from({ length: repeated(20_000) }, () => "Error from cloudfront") },
    },
  ],
  [
    "headers whose getters throw",
    { url: base, responseHeaders: Object.defineProperty({}, "x-cache", { get: throwing, enumerable: true }) },
  ],
  ["headers that throw at everything", { url: base, responseHeaders: new Proxy({}, traps) }],
  [
    "headers with a get that throws",
    { url: base, responseHeaders: { get: throwing, forEach: throwing, entries: throwing } },
  ],
  ["headers that are a Map", { url: base, responseHeaders: new Map([["x-cache", "Error from cloudfront"]]) }],
  ["a method of a million characters", { url: base, method: million }],
  ["an origin of a million characters", { url: base, pageOrigin: `https://${million}` }],
  ["an origin that is not a URL", { url: base, pageOrigin: "null" }],
  [
    "an address of a million characters",
    { url: withPolicy(policyFor("*")), ipAddress: "1.".repeat(repeated(500_000)) },
  ],
  [
    "20,000 host names",
    {
      url: `${base}?${signed}`,
      hostnames: Array.from({ length: repeated(20_000) }, (_, i) => `h${i}.example.com`),
    },
  ],
  [
    "host names that are none",
    { url: `${base}?${signed}`, hostnames: ["", " ", "\ud800", million, "https://x/y?z"] },
  ],
];

const hostileQuestions: readonly [name: string, question: object][] = [
  ...urls.map(([name, url]): [string, object] => [name, { url }]),
  ...cookies,
  ...answers,
];

/** Whatever a request or an answer holds: there are findings, of a length that fits into a log. */

const verifier = verifierOfDenials();
const now = new Date("2026-03-02T09:00:00Z");

async function explained(question: object): Promise<void> {
  for (const known of [verifier, undefined]) {
    const asked = { status: 403, time: now, verifier: known, ...question } as CloudFrontDenialQuestion;
    for (const finding of await explainCloudFrontDenial(asked)) {
      expect(["proven", "likely", "possible"]).toContain(finding.certainty);
      expect(textOf(finding).length).toBeLessThan(4000);
    }
  }
}

describe("hostile questions have findings", () => {
  it.each(hostileQuestions)("%s", async (_name, question) => {
    await explained(question);
  });
});

describe("values of every kind have findings", () => {
  const members = [
    "url",
    "cookies",
    "setCookie",
    "responseBody",
    "status",
    "method",
    "responseHeaders",
    "pageOrigin",
    "hostnames",
    "ipAddress",
  ];

  it.each(members)("as %s", async (member) => {
    await fc.assert(
      fc.asyncProperty(hostileValue, (make) =>
        explained({ url: "https://cdn.example.com/a?Expires=1", [member]: make() }),
      ),
      runs(20260302, 100),
    );
  });
});
