import { policyOf, sent } from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { rsaSignature } from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import { host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Texts that were signed instead of the policy of the request, which no list of single mistakes has. */

const verifier = verifierOf();
const url = `${host}/Films/it's%20new.mp4?size=1&lang=de`;
const plain = policyOf(url);

async function causesOf(question: CloudFrontDenialQuestion): Promise<string[]> {
  const findings = await explainCloudFrontDenial({ time: moment, verifier, ...question });
  return findings.map(({ id, certainty }) => `${certainty} ${id}`);
}

function conditionFirst(policy: string): object {
  const [{ Resource, Condition }] = JSON.parse(policy).Statement;
  return { Statement: [{ Condition, Resource }] };
}

const signedPolicies: readonly (readonly [name: string, signed: string])[] = [
  ["= as \\u003d", plain.replaceAll("=", "\\u003d")],
  [
    "= & and ' escaped",
    plain.replaceAll("=", "\\u003d").replaceAll("&", "\\u0026").replaceAll("'", "\\u0027"),
  ],
  ["' alone as \\u0027", plain.replaceAll("'", "\\u0027")],
  ["= escaped in capital letters", plain.replaceAll("=", "\\u003D")],
  ["a space after colons only", plain.replace(/":/g, '": ')],
  ["a space after commas only", plain.replace(/,"/g, ', "')],
  ["a space around colons", plain.replace(/":/g, '" : ')],
  ["a space inside of brackets", plain.replace(/([[{])/g, "$1 ").replace(/([\]}])/g, " $1")],
  ["a space after colons, and & escaped", plain.replace(/":/g, '": ').replaceAll("&", "\\u0026")],
  [
    "a space after colons, escaped slashes",
    plain.replace(/":/g, '": ').replaceAll("/", "\\/").replace(/":\\/, '": \\'),
  ],
  ["AWS:Epochtime", plain.replace("EpochTime", "Epochtime")],
  ["aws:EpochTime", plain.replace("AWS:", "aws:")],
  ["datelessthan", plain.replace("DateLessThan", "dateLessThan")],
  ["resource in small letters", plain.replace('"Resource"', '"resource"')],
  ["a space in front of Resource", policyOf(` ${url}`)],
  ["a space behind Resource", policyOf(`${url} `)],
  ["a newline behind Resource", policyOf(`${url}\\n`)],
  [
    "two spaces for each level, & escaped, newline",
    `${JSON.stringify(JSON.parse(plain), null, 2).replaceAll("&", "\\u0026")}\n`,
  ],
  ["three spaces for each level", JSON.stringify(JSON.parse(plain), null, 3)],
  ["seven spaces for each level", JSON.stringify(JSON.parse(plain), null, 7)],
  ["the condition in front, indented", JSON.stringify(conditionFirst(plain), null, 4)],
  ["tabs, with escaped slashes", JSON.stringify(JSON.parse(plain), null, "\t").replaceAll("/", "\\/")],
];

describe("the text of the policy that was signed is found", () => {
  it.each(signedPolicies)("%s", async (_, signed) => {
    const [cause, ...more] = await causesOf({ url: sent(url, await rsaSignature(signed)) });
    expect(cause).toMatch(/^proven (?:policy-json-differs|url-encoding-changed|url-incomplete)$/);
    expect(more).toEqual([]);
  });
});

const media = "https://media.example.com/Films/a.mp4?size=1&lang=de";
const path = "/Films/a.mp4?size=1&lang=de";
const hosts: readonly (readonly [name: string, origin: string])[] = [
  ["localhost", "http://localhost:3000"],
  ["localhost with another port", "http://localhost:8080"],
  ["the loopback address", "http://127.0.0.1:8000"],
  ["a host without its subdomain", "https://example.com"],
  ["a host with www.", "https://www.media.example.com"],
  ["www. instead of the subdomain", "https://www.example.com"],
  ["cdn instead of the subdomain", "https://cdn.example.com"],
  ["a staging host", "https://media-staging.example.com"],
  ["a subdomain of staging", "https://staging.media.example.com"],
  ["a bucket of this name", "https://media.example.com.s3.amazonaws.com"],
  ["the bucket in a path", "https://s3.amazonaws.com/media.example.com"],
  ["the bucket with a region", "https://media.example.com.s3.eu-central-1.amazonaws.com"],
  ["an ARN of S3", "arn:aws:s3:::media.example.com"],
  ["s3://", "s3://media.example.com"],
];

describe("the host for which the URL was signed is found", () => {
  it.each(hosts)("%s", async (_, origin) => {
    const causes = await causesOf({ url: sent(media, await rsaSignature(policyOf(origin + path))) });
    expect(causes.join()).toMatch(/proven url-(?:host|scheme)-changed|proven url-incomplete/);
    expect(causes.every((cause) => /^proven url-(?:scheme|host|path|incomplete)/.test(cause))).toBe(true);
  });
});

const queries: readonly (readonly [name: string, signed: string, requested: string, cause: string])[] = [
  ["a value was emptied", "/a?size=1&lang=de", "/a?size=&lang=de", "url-parameter-removed"],
  ["a name was lost", "/a?size=1&lang=de", "/a?=1&lang=de", "url-parameter-removed"],
  ["a value was split at its &", "/a?title=R%26B&lang=de", "/a?title=R&B&lang=de", "url-encoding-changed"],
  ["sorted and encoded", "/a?z=a b&b=c&a=x", "/a?a=x&b=c&z=a%20b", "url-parameters-reordered"],
  [
    "one dropped, another encoded",
    "/a?z=a b&b=c&a=x",
    "/a?z=a%20b&b=c&a=x&utm_source=m",
    "url-parameter-added",
  ],
  ["a parameter dropped", "/a?v=2&lang=de", "/a?lang=de", "url-parameter-removed"],
  ["the only parameter dropped", "/a?v=1", "/a", "url-parameter-removed"],
  ["download dropped", "/a?download=1", "/a", "url-parameter-removed"],
];

describe("the query that was signed is found", () => {
  it.each(queries)("%s", async (_, signed, requested, cause) => {
    const question = { url: sent(host + requested, await rsaSignature(policyOf(host + signed))) };
    expect(await causesOf(question)).toContain(`proven ${cause}`);
  });
});

const paths: readonly (readonly [name: string, signed: string, requested: string])[] = [
  ["a segment with a capital letter", "/Films/Trailer/a.mp4", "/films/Trailer/a.mp4"],
  ["a file name with a capital letter", "/films/Trailer.mp4", "/films/trailer.mp4"],
  ["a segment in capital letters", "/FILMS/trailer.mp4", "/films/trailer.mp4"],
  ["an extension in capital letters", "/films/IMG_1.JPG", "/films/IMG_1.jpg"],
  ["%20 was lost", "/films/my%20film.mp4", "/films/myfilm.mp4"],
  [".. that was resolved", "/films/x/../a.mp4", "/films/a.mp4"],
];

describe("the path that was signed is found", () => {
  it.each(paths)("%s", async (_, signed, requested) => {
    const causes = await causesOf({
      url: sent(host + requested, await rsaSignature(policyOf(host + signed))),
    });
    expect(causes[0]).toMatch(/^proven url-(?:path|encoding)-changed$/);
  });
});
