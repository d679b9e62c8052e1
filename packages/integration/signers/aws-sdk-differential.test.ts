import * as theirSdk from "@aws-sdk/cloudfront-signer";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import theirOther from "aws-cloudfront-sign";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import * as ourOther from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as ourSdk from "cloudfront-sign-webcrypto/aws-sdk";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

/** What CloudFront makes of the signatures of a library and of its adapter. */

const publicKey = keyText("rsa2048.pub.spki.pem");
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey } });

/**
 * What clients send for a URL: those of WHATWG, and those that normalize it (RFC 3986 section 6.2.2), as
 * Python's requests and urllib3 do.
 */
function asSent(signed: string): string[] {
  const { href } = new URL(signed);
  return [href, href.replace(/%[\da-f]{2}|[^\w.~!$&'()*+,;=:@/?#-]/gi, normalized)].map(
    (url) => url.split("#", 1)[0] ?? "",
  );
}

function normalized(found: string): string {
  if (!/^%[\da-f]{2}$/i.test(found)) return encodeURIComponent(found);
  const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
  return /[a-z\d._~-]/i.test(character) ? character : found.toUpperCase();
}

async function isAllowed(signed: string, ipAddress?: string): Promise<boolean> {
  try {
    const verdicts = asSent(signed).map((url) =>
      verifier.verifyUrl(url, { ...(ipAddress && { ipAddress }) }),
    );
    return (await Promise.all(verdicts)).every(({ allowed }) => allowed);
  } catch {
    return false;
  }
}

interface Outcome {
  readonly text?: string;
  readonly code?: string;
}

async function outcomeOf(action: () => string | Promise<string>): Promise<Outcome> {
  try {
    return { text: await action() };
  } catch (error) {
    return { code: isCloudFrontSignError(error) ? error.code : `${error}` };
  }
}

/** The adapter's outcome is one of those that a row of the documented differences explains. */
async function checkOutcome(ours: Outcome, theirs: Outcome, ipAddress: string | undefined): Promise<void> {
  // The adapter writes the / that clients send in front of a query.
  const hasPath = /^[^/]*\/\/[^/?#]*\//.test(theirs.text ?? "");
  const isTheirsAllowed = hasPath && (await isAllowed(theirs.text ?? "", ipAddress));
  if (isTheirsAllowed) expect(ours.text).toBe(theirs.text);
  else if (ours.text !== undefined) expect(await isAllowed(ours.text, ipAddress)).toBe(true);
  else expect(ours.code).toMatch(/^ERR_(?:URL_INVALID|URL_ALREADY_SIGNED|URL_TOO_LONG)$/);
}

const viewerOf = (range: string | undefined) =>
  range === undefined ? undefined : (range.split("/")[0] ?? "");

/** Input that `@aws-sdk/cloudfront-signer` and `aws-cloudfront-sign` take. */

const now = Date.parse("2026-01-17T00:00:00Z");
const host = "d111111abcdef8.cloudfront.net";

const pieces = [
  ..."abcXYZ019-_.~!'()$&+,;=:@[]{}|^\"<>` \\",
  ..."é日#",
  "/",
  "//",
  "%20",
  "%2F",
  "%c3%a9",
  "%FF",
  "%",
  "%25",
  "%7e",
  "%41",
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((found) => found.join(""));
const query = fc.array(fc.constantFrom(...pieces, "&", "=", "?", "*"), { maxLength: 12 });
const oddUrl = fc
  .record({
    scheme: fc.constantFrom("https", "https", "http", "rtmp", "wss"),
    host: fc.constantFrom(
      host,
      host,
      host.toUpperCase(),
      "cdn.example.com:8443",
      "cdn.example.com:443",
      `user@${host}`,
    ),
    path: fc.option(text(12), { freq: 9 }),
    query: fc.option(
      query.map((found) => found.join("")),
      { freq: 2 },
    ),
  })
  .map(
    ({ scheme, host, path, query }) =>
      `${scheme}://${host}${path === null ? "" : `/${path}`}${query === null ? "" : `?${query}`}`,
  )
  // A segment of dots is refused in every reading of a path, %5C and %2F as separators too.
  .filter((url) => !/(?:\/|\\|%2f)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i.test(url));
const word = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,8}$/).filter((name) => !/^\.+$/.test(name));
const plainUrl = fc
  .tuple(word, word, fc.option(word), fc.constantFrom("%20", "%C3%A9", "!", "'", "("))
  .map(
    ([folder, file, size, mark]) => `https://${host}/${folder}/${mark}${file}${size ? `?size=${size}` : ""}`,
  );
const arbitraryUrl = fc.oneof({ weight: 2, arbitrary: oddUrl }, { weight: 1, arbitrary: plainUrl });
/** Milliseconds, more than a day from now: as text without a zone it is in the future everywhere. */
const date = fc.integer({ min: now + 100_000_000, max: 2_100_000_000_000 });
const someDate = fc.oneof(
  date,
  date.map((time) => new Date(time)),
);
const address = fc.constantFrom("192.0.2.0/24", "203.0.113.7/32", "0.0.0.0/0");

/**
 * The installed libraries in this very run. Where CloudFront accepts what a library makes, as every client
 * sends it, the adapter makes the same text. Where CloudFront denies it, the adapter throws, or makes what
 * CloudFront takes.
 */

const privateKey = keyText("rsa2048.pkcs8.pem");
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterAll(() => {
  vi.useRealTimers();
});

const runs = { seed: 20260117, numRuns: 400 };

describe("/aws-sdk against @aws-sdk/cloudfront-signer", () => {
  const inputs = fc.record({
    url: arbitraryUrl,
    dateLessThan: fc.oneof(
      someDate,
      date.map((time) => new Date(time).toISOString()),
      date.map((time) => new Date(time).toISOString().slice(0, 19)),
    ),
    dateGreaterThan: fc.option(fc.integer({ min: 1_600_000_000_000, max: now - 1000 }), {
      nil: undefined,
      freq: 2,
    }),
    ipAddress: fc.option(address, { nil: undefined, freq: 2 }),
    algorithm: fc.constantFrom("SHA1", "SHA256", undefined),
  });

  it("signs URLs", async () => {
    let same = 0;
    const property = fc.asyncProperty(inputs, async (terms) => {
      const input = { ...terms, keyPairId, privateKey } as theirSdk.CloudfrontSignInputWithParameters;
      const theirs = await outcomeOf(() => theirSdk.getSignedUrl(input));
      const ours = await outcomeOf(() => ourSdk.getSignedUrl(input));
      if (ours.text === theirs.text) same++;
      await checkOutcome(ours, theirs, viewerOf(terms.ipAddress));
    });
    await fc.assert(property, runs);
    // The generator makes enough URLs that both sign.
    expect(same).toBeGreaterThan(100);
  });

  it("takes any dates and any IPv4 address as the SDK does, whatever the time", async () => {
    const anyDate = fc.oneof(
      fc.integer({ min: 0, max: 5_000_000_000_000 }),
      fc.integer({ min: 0, max: 2000 }),
    );
    const privateAddress = fc.constantFrom("10.0.0.0/8", "192.168.0.0/24", "127.0.0.1", "172.16.0.1/32");
    const terms = fc.record({
      dateLessThan: fc.oneof(
        anyDate,
        anyDate.map((time) => new Date(time)),
      ),
      dateGreaterThan: fc.option(anyDate, { nil: undefined }),
      ipAddress: fc.option(fc.oneof(address, privateAddress), { nil: undefined }),
    });
    const url = `https://${host}/image.jpg?size=1`;
    let signed = 0;
    const property = fc.asyncProperty(terms, async (given) => {
      const input = { ...given, url, keyPairId, privateKey } as theirSdk.CloudfrontSignInputWithParameters;
      const theirs = [
        await outcomeOf(() => theirSdk.getSignedUrl(input)),
        await outcomeOf(() => JSON.stringify(theirSdk.getSignedCookies(input))),
      ];
      const ours = [
        await outcomeOf(() => ourSdk.getSignedUrl(input)),
        await outcomeOf(async () => JSON.stringify(await ourSdk.getSignedCookies(input))),
      ];
      expect(ours.map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
      if (ours[0]?.text !== undefined) signed++;
    });
    await fc.assert(property, { ...runs, numRuns: 100 });
    expect(signed).toBeGreaterThan(50);
  });

  it("signs cookies", async () => {
    const property = fc.asyncProperty(inputs, word, async (terms, name) => {
      const url = `https://${host}/${name}/image.jpg?size=1`;
      const input = { ...terms, url, keyPairId, privateKey } as theirSdk.CloudfrontSignInputWithParameters;
      const ours = await ourSdk.getSignedCookies(input);
      expect(JSON.stringify(ours)).toBe(JSON.stringify(theirSdk.getSignedCookies(input)));
    });
    await fc.assert(property, { ...runs, numRuns: 100 });
  });

  it("signs ready policies", async () => {
    const resource = fc.constantFrom(
      `https://${host}/*`,
      `https://${host}/a/b.jpg`,
      `*://${host}/a/b.jpg`,
      "*",
    );
    const property = fc.asyncProperty(inputs, resource, fc.boolean(), async (terms, Resource, withUrl) => {
      const DateLessThan = { "AWS:EpochTime": Math.round(new Date(terms.dateLessThan).getTime() / 1000) };
      const policy = JSON.stringify({ Statement: [{ Resource, Condition: { DateLessThan } }] }, null, 1);
      const input = {
        ...(withUrl && { url: `https://${host}/a/b.jpg` }),
        ...{ policy, keyPairId, privateKey },
      };
      if (!withUrl && Resource === "*") return;
      expect(await ourSdk.getSignedUrl(input)).toBe(theirSdk.getSignedUrl(input));
      expect(JSON.stringify(await ourSdk.getSignedCookies(input))).toBe(
        JSON.stringify(theirSdk.getSignedCookies(input)),
      );
    });
    await fc.assert(property, { ...runs, numRuns: 60 });
  });

  it("takes the input of the SDK's own type", () => {
    const input: ourSdk.CloudfrontSignInput = {} as theirSdk.CloudfrontSignInput;
    const output: theirSdk.CloudfrontSignedCookiesOutput = {} as ourSdk.CloudfrontSignedCookiesOutput;
    expect([input, output]).toEqual([{}, {}]);
  });
});

describe("/aws-cloudfront-sign against aws-cloudfront-sign", () => {
  const options = fc.record({
    expireTime: fc.option(someDate, { nil: undefined, freq: 9 }),
    ipRange: fc.option(address, { nil: undefined, freq: 2 }),
  });

  it("signs URLs", async () => {
    let same = 0;
    const property = fc.asyncProperty(arbitraryUrl, options, async (url, terms) => {
      const { expireTime = now + 1_800_000, ...rest } = terms;
      const given = {
        ...rest,
        expireTime: expireTime as number,
        keypairId: keyPairId,
        privateKeyString: privateKey,
      };
      const theirs = await outcomeOf(() => theirOther.getSignedUrl(url, given as never));
      const ours = await outcomeOf(() => ourOther.getSignedUrl(url, given as ourOther.SignatureOptions));
      if (ours.text === theirs.text) same++;
      await checkOutcome(ours, theirs, viewerOf(terms.ipRange));
    });
    await fc.assert(property, runs);
    expect(same).toBeGreaterThan(50);
  });

  it("signs cookies", async () => {
    const pattern = fc.constantFrom(`https://${host}/*`, `http*://${host}/a/*`, `https://${host}/a?b=1`, "*");
    const property = fc.asyncProperty(pattern, options, async (url, terms) => {
      const { expireTime = now + 1_800_000, ...rest } = terms;
      const given = {
        ...rest,
        expireTime: expireTime as number,
        keypairId: keyPairId,
        privateKeyString: privateKey,
      };
      const ours = await ourOther.getSignedCookies(url, given as ourOther.SignatureOptions);
      expect(JSON.stringify(ours)).toBe(JSON.stringify(theirOther.getSignedCookies(url, given as never)));
    });
    await fc.assert(property, { ...runs, numRuns: 60 });
  });
});
