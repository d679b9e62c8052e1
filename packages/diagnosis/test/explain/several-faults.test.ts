import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { hexOfBytes, rsaSignature } from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFindingId,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { contradictionsOf } from "../support/contradictions.ts";

/** Requests with several faults: each is found that can be decided, and nothing else is called sure. */

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });
const signer = rsaSigner();
const soon = { dateLessThan: momentSeconds + 60 };
const later = new Date(moment.getTime() + 3_600_000);
const site = "https://cdn.example.com";

const canned = await signer.signUrl(`${host}/v/1.mp4?size=1`, { dateLessThan: end });
const custom = await signer.signUrl(`${host}/v/1.mp4`, { resource: `${host}/v/*`, dateLessThan: end });
const over = await signer.signUrl(`${host}/v/1.mp4`, soon);
const jar = async (resource: string, times: { dateLessThan: number } = { dateLessThan: end }) =>
  (await signer.signCookies({ resource, ...times })).values as Record<string, string>;
const folder = await jar(`${host}/v/*`);
const one = await jar(`${site}/v/1.ts`);
const ofSite = await jar(`${site}/v/*`);

const header = (values: Record<string, string>): string =>
  Object.entries(values)
    .map((pair) => pair.join("="))
    .join("; ");
const lines = (values: Record<string, string>, attributes: string): string[] =>
  Object.entries(values).map(([name, value]) => `${name}=${value}${attributes}`);
const without = (values: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([known]) => known !== name));
const value = (url: string, name: string, change: (old: string) => string): string =>
  url.replace(new RegExp(`([?&]${name}=)([^&]*)`), (_, start: string, old: string) => start + change(old));
const plain = (text: string): string => text.replaceAll("-", "+").replaceAll("~", "/").replaceAll("_", "=");
const statement = (resource: string, condition: object = {}): string =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end }, ...condition } }],
  });
const missingKey =
  "<Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>";
const code = (name: string): string => `<Error><Code>${name}</Code><Message>x</Message></Error>`;
const signedAs = async (text: string, url: string, parameters = `Expires=${end}`): Promise<string> =>
  `${url}${url.includes("?") ? "&" : "?"}${parameters}&Signature=${cloudFrontBase64(await rsaSignature(text))}&Key-Pair-Id=${keyPairId}`;

type Row = readonly [
  name: string,
  question: CloudFrontDenialQuestion,
  causes: readonly CloudFrontFindingId[],
  /** What is true as well, or a thing to check. */
  also?: readonly CloudFrontFindingId[],
];

const rows: readonly Row[] = [
  [
    "a damaged signature in the URL, and valid cookies",
    { url: value(custom, "Signature", plain), cookies: header(folder) },
    ["signature-undecodable", "cookies-shadowed-by-query"],
  ],
  [
    "an expired URL, and cookies for another folder",
    { url: over, cookies: header(await jar(`${host}/w/*`)), time: later },
    ["expired", "cookies-shadowed-by-query", "resource-mismatch"],
  ],
  [
    "a URL whose key is no ID, and cookies that have expired",
    {
      url: value(custom, "Key-Pair-Id", () => "my-key"),
      cookies: header(await jar(`${host}/v/*`, soon)),
      time: later,
    },
    ["key-id-not-a-key-id", "cookies-shadowed-by-query", "expired"],
  ],
  [
    "Expires left in the URL, and cookies that have expired",
    { url: `${host}/v/1.mp4?Expires=${end}`, cookies: header(await jar(`${host}/v/*`, soon)), time: later },
    ["cookies-shadowed-by-query", "expired"],
  ],
  [
    "cookies of a canned policy for another segment, with a wrong Path and no Domain",
    {
      url: `${site}/v/2.ts`,
      setCookie: lines(one, "; Path=/w; Secure"),
      pageOrigin: "https://app.example.com",
      status: 403,
      responseBody: missingKey,
    },
    ["cookie-path", "cookie-domain", "url-path-changed"],
    ["no-credentials", "segment-not-signed"],
  ],
  [
    "cookies of a canned policy, which have expired",
    {
      url: `${site}/v/2.ts`,
      cookies: header(await jar(`${site}/v/1.ts`, soon)),
      time: later,
      status: 403,
    },
    ["expired", "url-path-changed"],
  ],
  [
    "no Domain, and a wrong Path",
    {
      url: `${site}/v/1.ts`,
      setCookie: lines(ofSite, "; Path=/w; Secure"),
      pageOrigin: "https://app.example.com",
    },
    ["cookie-path", "cookie-domain"],
    ["no-credentials", "segment-not-signed"],
  ],
  [
    "SameSite=None without Secure, and a Path with a *",
    { url: `${site}/v/1.ts`, setCookie: lines(ofSite, "; Domain=example.com; Path=/v/*; SameSite=None") },
    ["cookie-same-site", "cookie-path"],
    ["no-credentials", "segment-not-signed"],
  ],
  [
    "Secure over http, a wrong Domain, and a wrong Path",
    {
      url: `${site.replace("https", "http")}/v/1.mp4`,
      setCookie: lines(ofSite, "; Domain=example.org; Path=/w; Secure"),
    },
    ["cookie-secure", "cookie-domain", "cookie-path"],
    ["no-credentials", "resource-mismatch"],
  ],
  [
    "a public suffix, and values in quotes",
    {
      url: `${host}/v/1.mp4`,
      setCookie: lines(
        Object.fromEntries(Object.entries(folder).map(([name, text]) => [name, `"${text}"`])),
        "; Domain=cloudfront.net; Path=/",
      ),
    },
    ["cookie-domain", "stray-characters"],
    ["no-credentials"],
  ],
  [
    "encoded cookies, one of which is missing",
    {
      url: `${host}/v/1.mp4`,
      cookies: header(without(folder, "CloudFront-Key-Pair-Id"))
        .replaceAll("~", "%7E")
        .replaceAll("-A", "-%41"),
    },
    ["key-id-missing"],
    ["cookie-encoded", "signature-undecodable", "policy-undecodable"],
  ],
  [
    "cookies in headers, for another folder, which have expired",
    { url: `${host}/w/1.mp4`, requestHeaders: await jar(`${host}/v/*`, soon), time: later },
    ["cookies-in-headers", "expired", "resource-mismatch"],
    ["no-credentials"],
  ],
  [
    "a hash in small letters, and milliseconds",
    { url: `${value(canned, "Expires", (old) => `${old}000`)}&Hash-Algorithm=sha256` },
    ["milliseconds", "hash-unknown"],
    ["hash-mismatch"],
  ],
  [
    "an expiry time in words, and an unknown hash",
    { url: `${value(canned, "Expires", () => "soon")}&Hash-Algorithm=MD5` },
    ["expires-invalid", "hash-unknown"],
  ],
  [
    "no expiry time, and an unknown hash",
    { url: `${canned.replace(/Expires=\d+&/, "")}&Hash-Algorithm=MD5` },
    ["policy-missing", "hash-unknown"],
  ],
  [
    "a policy that is a word, and the ID of a key group",
    {
      url: value(
        value(custom, "Policy", () => "undefined"),
        "Key-Pair-Id",
        () => "c2f0b6e1-1111-4222-8333-444455556666",
      ),
    },
    ["policy-undecodable", "key-id-not-a-key-id"],
  ],
  [
    "a policy that is a word, an unknown hash, and a damaged signature",
    {
      url: `${value(
        value(custom, "Policy", () => "undefined"),
        "Signature",
        plain,
      )}&Hash-Algorithm=MD5`,
    },
    ["policy-undecodable", "signature-undecodable", "hash-unknown"],
  ],
  [
    "&amp;, and it has expired",
    { url: over.replaceAll("&", "&amp;"), time: later },
    ["html-escaped", "expired"],
  ],
  [
    "%26, for another folder",
    { url: custom.replace("/v/", "/w/").replaceAll("&", "%26") },
    ["parameters-escaped", "resource-mismatch"],
  ],
  [
    "behind a #, with one more parameter",
    { url: canned.replace("?", "#?utm_source=x&") },
    ["parameters-in-fragment", "url-parameter-added"],
  ],
  [
    "a parameter more, and no & before the signature",
    { url: canned.replace("?", "?utm_source=x&").replace("&Signature", "Signature") },
    ["parameters-escaped", "url-parameter-added"],
  ],
  [
    "another address, before the start",
    {
      url: await signer.signUrl(`${host}/a.jpg`, {
        dateLessThan: end,
        dateGreaterThan: momentSeconds + 60,
        ipAddress: "192.0.2.1",
      }),
      ipAddress: "198.51.100.7",
    },
    ["ip-mismatch", "not-yet-valid"],
  ],
  [
    "another address, another folder, and it has expired",
    {
      url: (
        await signer.signUrl(`${host}/v/1.ts`, { ...soon, resource: `${host}/v/*`, ipAddress: "192.0.2.1" })
      ).replace("/v/", "/w/"),
      ipAddress: "198.51.100.7",
      time: later,
    },
    ["ip-mismatch", "resource-mismatch", "expired"],
  ],
  [
    "an address that only a proxy sees",
    {
      url: await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "203.0.113.9" }),
      ipAddress: "10.0.3.7",
      status: 403,
    },
    [],
    ["ip-mismatch"],
  ],
  [
    "an ID in small letters, and base64url",
    {
      url: value(
        value(canned, "Signature", (old) => old.replaceAll("~", "_").replace(/_+$/, "")),
        "Key-Pair-Id",
        (id) => id.toLowerCase(),
      ),
    },
    ["key-id-not-a-key-id", "signature-undecodable"],
  ],
  [
    "cut off in the signature, and it has expired",
    { url: over.slice(0, over.indexOf("&Key-Pair-Id") - 70), time: later },
    ["url-truncated", "expired"],
  ],
  [
    "http was signed, and a parameter was added",
    {
      url: `${await signedAs(statement("http://d111111abcdef8.cloudfront.net/a.jpg"), `${host}/a.jpg`)}&utm=1`,
    },
    ["url-scheme-changed", "url-parameter-added"],
  ],
  [
    "another hash, and another path",
    { url: `${await signedAs(statement(`${host}//a.jpg`), `${host}/a.jpg`)}&Hash-Algorithm=SHA256` },
    ["hash-mismatch", "url-path-changed"],
  ],
  [
    "the ID of another key of the group, and it has expired",
    { url: value(over, "Key-Pair-Id", () => "KSECOND"), time: later },
    ["key-id-wrong", "expired"],
  ],
  [
    "JSON with spaces, and a parameter more",
    {
      url: `${await signedAs(statement(`${host}/a.jpg`).replace(/([:,])(?=["{[\d])/g, "$1 "), `${host}/a.jpg`)}&v=2`,
    },
    ["policy-json-differs", "url-parameter-added"],
  ],
  [
    "a URL of S3 through CloudFront",
    {
      url: `${host}/a.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=${"0f".repeat(32)}`,
      status: 403,
    },
    ["s3-presigned"],
  ],
  [
    "the host of a bucket, and it has expired",
    { url: over.replace("d111111abcdef8.cloudfront.net", "media.s3.eu-west-1.amazonaws.com"), time: later },
    ["s3-host", "expired"],
    ["signature-mismatch", "url-host-changed"],
  ],
  [
    "a URL of Google Cloud CDN",
    { url: `${host}/a.jpg?Expires=${end}&KeyName=my-key&Signature=${"Ab1".repeat(9)}=`, status: 403 },
    ["signed-for-other-service"],
  ],
  [
    "X-Amz-Signature beside the ID of a key",
    { url: `${host}/a.jpg?Expires=${end}&X-Amz-Signature=${"0f".repeat(32)}&Key-Pair-Id=${keyPairId}` },
    ["s3-presigned"],
  ],
  [
    "a regular expression as Resource",
    {
      url: await withPolicy(
        statement(`${host}/v/.*\\\\.mp4`).replaceAll("\\\\\\\\", "\\\\"),
        `${host}/v/1.mp4`,
      ),
    },
    ["resource-mismatch"],
    ["policy-schema", "policy-not-json"],
  ],
  [
    "the clock of S3",
    {
      url: canned,
      status: 403,
      responseBody:
        "<Error><Code>RequestTimeTooSkewed</Code><Message>The difference between the request time and the current time is too large.</Message><RequestTime>x</RequestTime><HostId>h=</HostId></Error>",
    },
    ["s3-denied"],
  ],
  ["the code MissingKey alone", { responseBody: missingKey }, ["key-id-missing"], ["signature-not-checked"]],
  [
    "the code InvalidKey alone",
    { responseBody: code("InvalidKey"), status: 403 },
    ["key-not-trusted"],
    ["signature-not-checked"],
  ],
  [
    "the code MalformedSignature alone",
    { responseBody: code("MalformedSignature") },
    ["signature-undecodable"],
    ["signature-not-checked"],
  ],
  [
    "the code MalformedPolicy alone",
    { responseBody: code("MalformedPolicy") },
    ["policy-undecodable"],
    ["signature-not-checked"],
  ],
  [
    "a script that omits the cookies, with a wrong Path",
    {
      url: `${site}/v/1.mp4`,
      credentials: "omit",
      setCookie: lines(ofSite, "; Domain=example.com; Path=/w; Secure"),
      status: 403,
      responseBody: missingKey,
    },
    ["credentials-omitted", "cookie-path"],
    ["no-credentials"],
  ],
  [
    "a script that omits the cookies",
    {
      url: `${site}/v/1.mp4`,
      credentials: "omit",
      setCookie: lines(ofSite, "; Domain=example.com; Path=/; Secure"),
      status: 403,
    },
    ["credentials-omitted"],
  ],
  [
    "a script on a page of another origin, without credentials",
    { url: `${site}/v/1.ts`, credentials: "same-origin", pageOrigin: "https://app.example.com", status: 403 },
    ["credentials-omitted"],
  ],
  [
    "two signatures, and it has expired",
    { url: over.replace("&Key", "&Signature=AAAA&Key"), time: later },
    ["parameter-repeated", "expired"],
    ["signature-truncated", "signature-wrong-format"],
  ],
  [
    "a dot segment, and it has expired",
    {
      url: (await signer.signUrl(`${host}/v/1.ts`, { ...soon, resource: `${host}/v/*` })).replace(
        "/v/1.ts",
        "/v/%2e%2e%2fb.ts",
      ),
      time: later,
    },
    ["dot-segment", "expired"],
  ],
  [
    "a list of addresses, for another folder",
    {
      url: await withPolicy(
        statement(`${host}/v/*`, { IpAddress: { "AWS:SourceIp": ["192.0.2.1"] } }),
        `${host}/w/1.ts`,
      ),
    },
    ["policy-schema", "resource-mismatch"],
  ],
  [
    "quotes around the ID, and milliseconds",
    {
      url: value(
        value(canned, "Key-Pair-Id", (id) => `%22${id}%22`),
        "Expires",
        (old) => `${old}000`,
      ),
    },
    ["stray-characters", "milliseconds"],
  ],
  [
    "a signature in hexadecimal digits, and it has expired",
    {
      url: value(over, "Signature", (old) =>
        hexOfBytes(Uint8Array.from(atob(plain(old)), (letter) => letter.charCodeAt(0))),
      ),
      time: later,
    },
    ["signature-wrong-format", "expired"],
  ],
];

const ofHttp = site.replace("https", "http");
const more: readonly Row[] = [
  ["a path, which has expired", { url: over.replace(host, ""), time: later }, ["request-invalid", "expired"]],
  ["a path of a right URL", { url: custom.replace(host, "") }, ["request-invalid"]],
  [
    "&amp;, and cut off in the signature",
    { url: over.slice(0, over.indexOf("&Key-Pair-Id") - 70).replaceAll("&", "&amp;"), time: later },
    ["html-escaped", "url-truncated", "expired"],
  ],
  [
    "X-Amz-Signature behind a signed URL",
    { url: `${canned}&X-Amz-Algorithm=A&X-Amz-Signature=${"0f".repeat(32)}` },
    ["url-parameter-added"],
  ],
  [
    "Secure cookies over http: that the policy is for https follows from it",
    { url: `${ofHttp}/v/1.mp4`, setCookie: lines(ofSite, "; Domain=example.com; Path=/; Secure") },
    ["cookie-secure"],
    ["no-credentials"],
  ],
  [
    "a URL of Google Cloud CDN beside the ID of a key",
    {
      url: `${host}/a.jpg?Expires=${end}&KeyName=my-key&Signature=${"Ab1".repeat(9)}=&Key-Pair-Id=${keyPairId}`,
    },
    ["signed-for-other-service"],
    ["signature-undecodable", "signature-wrong-format"],
  ],
];

/** What follows for people: the words of no list are wrong where these are. */
const neverInFixes: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [/Google/, /KeyName/],
  [/X-Amz|S3 through/, /X-Amz/],
  [/regular expression/, /\.\*/],
  [/clock of S3/, /origin access control/],
];

const filled = [...rows, ...more].map(
  ([name, question, causes, also = []]) => [name, question, causes, also] as const,
);

describe.each(filled)("%s", (name, question, causes, also) => {
  it.each([
    ["with keys", verifier],
    ["without keys", undefined],
  ])("%s", async (_, known) => {
    const findings = await explainCloudFrontDenial({ time: moment, ...question, verifier: known });
    const ids = findings.map(({ id }) => id);
    const byKey: readonly string[] = [
      "url-scheme-changed",
      "url-path-changed",
      "url-parameter-added",
      "hash-mismatch",
      "key-id-wrong",
      "policy-json-differs",
      "canned-with-wildcard",
    ];
    // The key shows that it made the signature, and not for which of many files.
    const isOfOtherFile = causes.includes("url-path-changed") && (question.cookies || question.setCookie);
    if (known && isOfOtherFile) {
      expect(ids).toContain("signature-mismatch");
      return;
    }
    const decidable = known
      ? causes
      : causes.filter((id) => !byKey.includes(id) || question.cookies || question.setCookie);
    expect(ids).toEqual(expect.arrayContaining([...decidable]));
    const sure = findings.filter(({ certainty }) => certainty !== "possible").map(({ id }) => id);
    expect([...causes, ...also]).toEqual(expect.arrayContaining(sure));
    expect(contradictionsOf(findings)).toEqual([]);
    for (const [pattern, words] of neverInFixes)
      if (pattern.test(name)) expect(findings.map(({ fix }) => fix).join("\n")).not.toMatch(words);
  });
});

const page = "https://app.example.com";
const controls: readonly (readonly [name: string, question: CloudFrontDenialQuestion])[] = [
  ["a canned policy", { url: canned }],
  ["a custom policy", { url: custom }],
  ["one more parameter that a pattern covers", { url: custom.replace("?", "?utm_source=x&") }],
  ["~ as %7E", { url: custom.replaceAll("~", "%7E") }],
  [
    "parameters of other services, which were signed",
    {
      url: await signer.signUrl(
        `${host}/a?KeyName=x&X-Amz-Signature=0f&token=${"a".repeat(22)}&expires=1900000000`,
        { dateLessThan: end },
      ),
    },
  ],
  [
    "SHA-256",
    { url: await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(`${host}/a`, { dateLessThan: end }) },
  ],
  [
    "letters beyond ASCII",
    { url: await signer.signUrl(new URL(`${host}/ü/%2B a.jpg`).href, { dateLessThan: end }) },
  ],
  ["cookies for a folder", { url: `${host}/v/1.mp4`, cookies: header(folder) }],
  ["cookies for one file", { url: `${site}/v/1.ts`, cookies: header(one) }],
  ["cookies beside a right URL", { url: custom, cookies: header(await jar(`${host}/w/*`)) }],
  [
    "cookies and lines that set them",
    {
      url: `${site}/v/1.mp4`,
      cookies: header(ofSite),
      setCookie: lines(ofSite, "; Domain=example.com; Path=/; Secure"),
      pageOrigin: page,
    },
  ],
  [
    "cookies of a script that sends them",
    { url: `${site}/v/1.mp4`, cookies: header(ofSite), credentials: "include", pageOrigin: page },
  ],
  ["a signed URL of a script that omits cookies", { url: custom, credentials: "omit", pageOrigin: page }],
  [
    "cookies of a page of the same origin",
    { url: `${site}/v/1.mp4`, cookies: header(ofSite), credentials: "same-origin", pageOrigin: site },
  ],
  [
    "the viewer's own address",
    {
      url: await signer.signUrl(`${host}/a`, { dateLessThan: end, ipAddress: "192.0.2.0/24" }),
      ipAddress: "192.0.2.9",
    },
  ],
  [
    "an address that is not known",
    { url: await signer.signUrl(`${host}/a`, { dateLessThan: end, ipAddress: "192.0.2.0/24" }) },
  ],
  [
    "after the start",
    { url: await signer.signUrl(`${host}/a`, { dateLessThan: end, dateGreaterThan: momentSeconds - 5 }) },
  ],
  [
    "a folder with a dot",
    {
      url: await signer.signUrl(`${host}/.well-known/a`, {
        resource: `${host}/.well-known/*`,
        dateLessThan: end,
      }),
    },
  ],
  [
    "brackets in a name",
    { url: await signer.signUrl(`${host}/a[1].jpg`, { resource: `${host}/a[1]*`, dateLessThan: end }) },
  ],
  ["a folder with its index", { url: await signer.signUrl(`${host}/p/index.html`, { dateLessThan: end }) }],
  ["an answer with 200", { url: custom, status: 200 }],
  ["the answer of an origin", { url: custom, status: 404 }],
];

describe("a right request is not accused", () => {
  const others = createCloudFrontVerifier({ publicKeys: { KSECOND: keyText("rsa2048-b.pub.spki.pem") } });

  it.each(controls)("%s", async (_, question) => {
    for (const known of [verifier, undefined, others]) {
      const findings = await explainCloudFrontDenial({ time: moment, ...question, verifier: known });
      const accusing = findings.filter(
        ({ id, certainty }) => certainty !== "possible" && id !== "not-a-signing-error",
      );
      expect(accusing).toEqual([]);
    }
  });
});

it("a key that was passed under another ID shows nothing of those that CloudFront trusts", async () => {
  const others = createCloudFrontVerifier({ publicKeys: { KSECOND: keyText("rsa2048-b.pub.spki.pem") } });
  for (const status of [undefined, 403]) {
    const [finding, ...more] = await explainCloudFrontDenial({
      url: canned,
      time: moment,
      verifier: others,
      status,
    });
    expect(finding).toMatchObject({
      id: "key-not-trusted",
      certainty: "possible",
      evidence: `the request names the ID ${keyPairId}, and no public key that you passed has it`,
    });
    expect(more).toEqual([]);
  }
});

it("a private address is that of a viewer on this machine alone", async () => {
  for (const [origin, certainty] of [
    ["http://localhost:8080", "proven"],
    [host, "possible"],
  ] as const) {
    const url = await signer.signUrl(`${origin}/a`, { dateLessThan: end, ipAddress: "192.0.2.1" });
    const [finding] = await explainCloudFrontDenial({ url, time: moment, verifier, ipAddress: "127.0.0.1" });
    expect(finding).toMatchObject({ id: "ip-mismatch", certainty });
  }
});

it("a default root object counts for the root alone", async () => {
  const fixOf = async (signed: string, requested: string) => {
    const url = await signedAs(statement(`${host}${signed}`), `${host}${requested}`);
    const [finding] = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(finding?.id).toBe("url-path-changed");
    return finding?.fix;
  };
  expect(await fixOf("/index.html", "/")).toContain("default root object) later");
  expect(await fixOf("/p/x/index.html", "/p/x/")).toBe(
    "Sign the path that is requested, without index.html: CloudFront has a default root object for / alone.",
  );
  expect(await fixOf("/p/x/", "/p/x/index.html")).toBe(
    "Sign the path that is requested, with index.html at its end.",
  );
});

it("128 hexadecimal digits may be a digest, and are not called a signature for sure", async () => {
  const url = value(canned, "Signature", () => cloudFrontBase64("0f".repeat(64)));
  const [finding] = await explainCloudFrontDenial({ url, time: moment });
  expect(finding).toMatchObject({ id: "signature-wrong-format", certainty: "likely" });
});

it("where nothing is wrong, the next step is to look at the response", async () => {
  const [finding] = await explainCloudFrontDenial({ url: canned, time: moment, verifier, status: 403 });
  expect(finding?.fix).toMatch(/^Pass the body and the headers of the response: /);
});
