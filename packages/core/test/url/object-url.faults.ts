import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";

function fault(given: string, args: readonly unknown[], code: Fault["code"], message: string): Fault {
  const [origin, key, options] = args;
  return {
    given: `cloudFrontUrl(${given})`,
    run: () => cloudFrontUrl(origin as string, key as string, options as object),
    code,
    message,
  };
}

const inQuery = (given: string, query: unknown, message: string): Fault =>
  fault(
    `origin, key, { query: ${given} }`,
    [host, "a", { query }],
    "ERR_OPTION_INVALID",
    `query: ${message}`,
  );

/** Faults of the URL of an object. Those of its origin are those of a URL. */
export const objectUrlFaults: readonly Fault[] = [
  fault(
    "process.env.ORIGIN, key",
    [undefined, "a"],
    "ERR_URL_INVALID",
    "origin: expected a string or URL; received undefined; pass one URL, and check that it is set and awaited",
  ),
  fault(
    '"https://cdn.example.com/videos", key',
    ["https://cdn.example.com/videos", "a"],
    "ERR_URL_INVALID",
    "origin: has a path, query or fragment; write scheme and host only, such as https://d111111abcdef8.cloudfront.net",
  ),
  fault(
    '"https://cdn.example.com?v=1", key',
    ["https://cdn.example.com?v=1", "a"],
    "ERR_URL_INVALID",
    "origin: has a path, query or fragment; write scheme and host only, such as https://d111111abcdef8.cloudfront.net",
  ),
  fault(
    '"https://cdn.example.com#a.b", key',
    ["https://cdn.example.com#a.b", "a"],
    "ERR_URL_INVALID",
    "origin: has a path, query or fragment; write scheme and host only, such as https://d111111abcdef8.cloudfront.net",
  ),
  fault(
    "origin, undefined",
    [host, undefined],
    "ERR_URL_INVALID",
    "key: expected text; received undefined; pass text",
  ),
  fault(
    'origin, ""',
    [host, ""],
    "ERR_URL_INVALID",
    "key: is empty; pass the key of the object, such as videos/a.mp4",
  ),
  fault(
    'origin, "videos/../a.mp4"',
    [host, "videos/../a.mp4"],
    "ERR_URL_INVALID",
    "key: has a . or .. segment, which clients remove; rename the object",
  ),
  fault(
    'origin, "a\\ud83d.jpg"',
    [host, "a\ud83d.jpg"],
    "ERR_URL_INVALID",
    "key: has half of a surrogate pair at position 1; was the text cut inside an emoji?",
  ),
  fault(
    'origin, "a".repeat(9000)',
    [host, "a".repeat(9000)],
    "ERR_URL_TOO_LONG",
    "key: has 9038 characters, and CloudFront accepts at most 8192; shorten it, or use a P-256 key or cookies",
  ),
  fault(
    "origin, key, { download: undefined }",
    [host, "a", { download: undefined }],
    "ERR_URL_INVALID",
    "download: expected text; received undefined; pass text, or leave it out",
  ),
  inQuery(
    "new URLSearchParams(…)",
    new URLSearchParams("v=1"),
    "received a URLSearchParams; pass an object of names and values: Object.fromEntries(new URLSearchParams(query))",
  ),
  inQuery(
    '"v=1"',
    "v=1",
    "received a string; pass an object of names and values: Object.fromEntries(new URLSearchParams(query))",
  ),
  inQuery(
    '["v=1"]',
    ["v=1"],
    "received an array; pass an object of names and values: Object.fromEntries(new URLSearchParams(query))",
  ),
  inQuery(
    "null",
    null,
    "received null; pass an object of names and values: Object.fromEntries(new URLSearchParams(query))",
  ),
  fault(
    "origin, key, { query: { width: 100 } }",
    [host, "a", { query: { width: 100 } }],
    "ERR_URL_INVALID",
    "query: expected text; received a number; pass text, or leave it out",
  ),
  fault(
    'origin, key, { query: { q: "\\ud83d" } }',
    [host, "a", { query: { q: "\ud83d" } }],
    "ERR_URL_INVALID",
    "query: has half of a surrogate pair at position 0; was the text cut inside an emoji?",
  ),
  fault(
    'origin, key, { query: { Policy: "public" } }',
    [host, "a", { query: { Policy: "public" } }],
    "ERR_URL_ALREADY_SIGNED",
    "query: has the parameter Policy, which CloudFront reserves; sign the URL without it, or rename it",
  ),
];
