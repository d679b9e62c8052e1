import { end, host } from "./signers.ts";

/**
 * Tables of what must be refused, for the tests of each input and for the sweep that looks for secrets in
 * what is said about it.
 */

const control = Array.from({ length: 32 }, (_, code) => [
  `control character ${code}`,
  `${host}/a${String.fromCharCode(code)}b`,
]);
/** URLs that clients would silently turn into others, and hosts that CloudFront never sees. */
export const badUrls: Record<string, string> = {
  ...Object.fromEntries(control),
  nothing: "",
  "a path": "/a.jpg",
  "no scheme": "d111111abcdef8.cloudfront.net/a.jpg",
  "a relative scheme": "//d111111abcdef8.cloudfront.net/a.jpg",
  "no host": "https://",
  "an empty host": "https:///a.jpg",
  "one slash": "https:/d111111abcdef8.cloudfront.net/a.jpg",
  "no slash": "https:d111111abcdef8.cloudfront.net/a.jpg",
  "backslashes for slashes": "https:\\\\d111111abcdef8.cloudfront.net\\a.jpg",
  "a backslash in the path": `${host}/a\\b.jpg`,
  "a backslash behind the host": `${host}\\a.jpg`,
  "a space before": ` ${host}/a.jpg`,
  "a space behind": `${host}/a.jpg `,
  "a line break behind": `${host}/a.jpg\n`,
  "a tab in the scheme": "ht\ttps://d111111abcdef8.cloudfront.net/a.jpg",
  "a line break in the host": "https://d111111\nabcdef8.cloudfront.net/a.jpg",
  "a tab in the query": `${host}/a?x=\t1`,
  "a line break in the fragment": `${host}/a#\n`,
  DEL: `${host}/a\x7fb`,
  "a user": "https://user@cdn.example.com/a.jpg",
  "a user and a password": "https://user:pass@cdn.example.com/a.jpg",
  "an empty user": "https://@cdn.example.com/a.jpg",
  "half a surrogate pair": `${host}/\ud83d.jpg`,
  "the other half": `${host}/\ude00.jpg`,
  "half a pair in the query": `${host}/?q=\ud83d`,
  "half a pair in the fragment": `${host}/#\ud83d`,
  ftp: "ftp://cdn.example.com/a.jpg",
  ws: "wss://cdn.example.com/a.jpg",
  data: "data:text/plain,a",
  file: "file:///etc/passwd",
  javascript: "javascript:alert(1)",
  "a port that is none": "https://cdn.example.com:99999/a.jpg",
  "a space in the host": "https://cdn example.com/a.jpg",
  "a host that is none": "https://cdn<.example.com/a.jpg",
  // URL parsers let these pass, some as escapes; in a policy a quote would end the resource.
  "a quote in the host": 'https://cdn"x.example.com/a.jpg',
  "an escaped quote in the host": "https://cdn%22x.example.com/a.jpg",
  "a brace in the host": "https://cdn{x}.example.com/a.jpg",
  "a backtick in the host": "https://cdn`x.example.com/a.jpg",
  "an IPv4 address that is none": "https://256.256.256.256/a.jpg",
  S3: "https://bucket.s3.amazonaws.com/a.jpg",
  "S3 in a region": "https://bucket.s3.eu-west-1.amazonaws.com/a.jpg",
  "S3 by path": "https://s3.eu-west-1.amazonaws.com/bucket/a.jpg",
  "S3, older": "https://bucket.s3-eu-west-1.amazonaws.com/a.jpg",
  "S3, dual-stack": "https://bucket.s3.dualstack.eu-west-1.amazonaws.com/a.jpg",
  "S3, accelerated": "https://bucket.s3-accelerate.amazonaws.com/a.jpg",
  "S3 website": "http://bucket.s3-website-us-east-1.amazonaws.com/a.jpg",
  "S3 website, newer": "http://bucket.s3-website.eu-central-1.amazonaws.com/a.jpg",
  "S3 in China": "https://bucket.s3.cn-north-1.amazonaws.com.cn/a.jpg",
  "S3 in capital letters": "https://BUCKET.S3.AMAZONAWS.COM/a.jpg",
};

/** Texts that are not a resource pattern. */
export const badResources: string[] = [
  "",
  " ",
  "/videos/*",
  "videos/*",
  "cdn.example.com/*",
  "ftp://cdn.example.com/*",
  "ws://cdn.example.com/*",
  "s3://bucket/*",
  "javascript:*",
  "//cdn.example.com/*",
  "https://",
  "https:///a",
  "https://*.example.com\\a",
  `${host}/a\\?b=*`,
  `${host}/*#top`,
  `${host}/\n*`,
  `${host}/* `,
  ` ${host}/*`,
  "https://user@cdn.example.com/*",
  "https://user:pass@*.example.com/*",
  "https://*.exa mple.com/*",
  'https://*."/*',
  "https://bucket.s3.amazonaws.com/*",
  "https://s3.eu-west-1.amazonaws.com/bucket/*",
  `${host}/x?Policy=*`,
  `${host}/x?a=1&Key-Pair-Id=*`,
  "https://cdn.example.com:99999/*",
  `${host}/\ud800*`,
];

export const policyTime = (seconds: unknown) => ({ "AWS:EpochTime": seconds });
export const policyStatement = (condition: object, resource: unknown = `${host}/*`) => ({
  Statement: [{ Resource: resource, Condition: condition }],
});
export const goodPolicy = policyStatement({ DateLessThan: policyTime(end) });
const text = JSON.stringify(goodPolicy);

/** Policies that CloudFront would answer with MalformedPolicy. */
export const badPolicies: Record<string, unknown> = {
  "not text": goodPolicy,
  null: null,
  bytes: new TextEncoder().encode(text),
  "an empty string": "",
  "not JSON": "Statement",
  cut: text.slice(0, -1),
  base64: btoa(text),
  "a byte order mark": `\ufeff${text}`,
  "text behind": `${text}x`,
  "JSON null": "null",
  "a JSON string": JSON.stringify(text),
  "a list": "[]",
  "no statement": "{}",
  "a bare statement": JSON.stringify({ Statement: goodPolicy.Statement[0] }),
  "no statements": JSON.stringify({ Statement: [] }),
  "two statements": JSON.stringify({ Statement: [...goodPolicy.Statement, ...goodPolicy.Statement] }),
  "a statement of null": JSON.stringify({ Statement: [null] }),
  "an IAM policy": JSON.stringify({ Version: "2012-10-17", ...goodPolicy }),
  "an IAM statement": JSON.stringify({ Statement: [{ Effect: "Allow", ...goodPolicy.Statement[0] }] }),
  "an unknown condition": JSON.stringify(
    policyStatement({ DateLessThan: policyTime(end), StringEquals: {} }),
  ),
  "names in small letters": text.toLowerCase(),
  "no condition": JSON.stringify({ Statement: [{ Resource: "*" }] }),
  "no end": JSON.stringify(policyStatement({ DateGreaterThan: policyTime(1) })),
  "an end of null": JSON.stringify(policyStatement({ DateLessThan: null })),
  "an end without AWS:EpochTime": JSON.stringify(policyStatement({ DateLessThan: {} })),
  "an end that is a number": JSON.stringify(policyStatement({ DateLessThan: end })),
  "an end in quotes": JSON.stringify(policyStatement({ DateLessThan: policyTime(`${end}`) })),
  "two times in one condition": JSON.stringify(
    policyStatement({ DateLessThan: { ...policyTime(end), x: 1 } }),
  ),
  "resources in a list": JSON.stringify(policyStatement({ DateLessThan: policyTime(end) }, [`${host}/*`])),
  "a resource of null": JSON.stringify(policyStatement({ DateLessThan: policyTime(end) }, null)),
  "an address of null": JSON.stringify(policyStatement({ DateLessThan: policyTime(end), IpAddress: null })),
  "a start of null": JSON.stringify(
    policyStatement({ DateLessThan: policyTime(end), DateGreaterThan: null }),
  ),
  "addresses in a list": JSON.stringify(
    policyStatement({ DateLessThan: policyTime(end), IpAddress: { "AWS:SourceIp": ["192.0.2.1"] } }),
  ),
  __proto__: text.replace('{"Resource"', '{"__proto__":{},"Resource"'),
  // The last of two equal names counts in JSON.parse; CloudFront may read the first, and grant something
  // else.
  "two resources": text.replace('{"Resource"', '{"Resource":"*","Resource"'),
  "two resources, one escaped": text.replace('{"Resource"', '{"\\u0052esource":"*","Resource"'),
  "two ends": text.replace(
    '{"DateLessThan"',
    `{"DateLessThan":${JSON.stringify(policyTime(end + 9))},"DateLessThan"`,
  ),
  "two times": text.replace('{"AWS:EpochTime"', '{"AWS:EpochTime":1,"AWS:EpochTime"'),
  "two lists of statements": text.replace('{"Statement"', '{"Statement":[],"Statement"'),
  "two resources, one with a colon and quotes": text.replace(
    '{"Resource"',
    '{"Resource":"\\"x\\":","Resource"',
  ),
};
