import * as aws from "@aws-sdk/cloudfront-signer";
import {
  type ClientRequest,
  clientRequest,
  cloudFrontBase64ToText,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import prior from "aws-cloudfront-sign";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * The same 200 URLs through @aws-sdk/cloudfront-signer and aws-cloudfront-sign, in this very run.
 *
 * Compared is where their documented behaviour and ours coincide: URLs that all three sign as they are given.
 * Elsewhere they differ, on purpose (peers.json has a case for each):
 * - @aws-sdk/cloudfront-signer encodes the path again, and so asks for another object where it holds
 * `$&+,;=:@`, escapes in lower case,
 *   escaped letters or bytes that are not UTF-8; it turns `?flag` into `?flag=`, drops an empty pair and encodes `/` and `:` in the query.
 *   It leaves host, port, dot segments and fragment alone, which every client changes.
 * - aws-cloudfront-sign signs the URL as it is given and then prints another one: it rewrites the whole query
 * as a form (`%20` to `+`).
 *   It never makes a canned URL: Expires and Policy are both sent. It has no start, no SHA-256, no `/32`, no resource pattern.
 * - Both sign a past end (the former), wildcards in a canned policy, reserved parameters and user names
 * without a word.
 */

const privateKey = keyText("rsa2048.pkcs8.pem");
// Signed by all three with the same clock, so that the end must be after today and, for aws-cloudfront-sign,
// before 2038.
const now = Math.floor(Date.now() / 1000);

const path = fc.array(
  fc.constantFrom(..."abcXYZ019-_.~!'()", "%20", "%C3%A9", "%E6%97%A5", "%2F", "%25", "%2B", "%3F", "/"),
  {
    minLength: 1,
    maxLength: 20,
  },
);
const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_.-]{0,8}$/);
const value = fc.array(fc.constantFrom(..."abcXYZ019-_.~!()", "+", "%20", "%C3%A9", "%26", "%3D", "%2B"), {
  maxLength: 10,
});
const query = fc.array(fc.tuple(name, value), { maxLength: 3 });

const inputs = fc.sample(
  fc.record({
    scheme: fc.constantFrom("https", "http"),
    host: fc.constantFrom("d111111abcdef8.cloudfront.net", "cdn.example.com", "cdn.example.com:8443"),
    path: path.map((pieces) => pieces.join("")).filter((text) => !/(^|\/)\.{1,2}(\/|$)/.test(text)),
    query: query.map((pairs) => pairs.map(([key, pieces]) => `${key}=${pieces.join("")}`).join("&")),
    end: fc.integer({ min: now + 3600, max: Math.min(now + 1e8, 2 ** 31 - 2) }),
    start: fc.option(fc.integer({ min: 1, max: now }), { nil: undefined, freq: 2 }),
    ip: fc.option(fc.constantFrom("192.0.2.0/24", "203.0.113.7/32", "0.0.0.0/0"), {
      nil: undefined,
      freq: 2,
    }),
    algorithm: fc.constantFrom("SHA1" as const, "SHA256" as const),
  }),
  { seed: 20260101, numRuns: 200 },
);
const cases = inputs.map(({ scheme, host, path, query, ...terms }) => ({
  ...terms,
  url: `${scheme}://${host}/${path}${query && `?${query}`}`,
}));

const signers = {
  SHA1: signerOf(privateKey, { hashAlgorithm: "SHA1", now: undefined }),
  SHA256: signerOf(privateKey, { hashAlgorithm: "SHA256", now: undefined }),
};
const termsOf = ({ end, start, ip }: (typeof cases)[number]) => ({
  dateLessThan: end,
  ...(start === undefined ? {} : { dateGreaterThan: start }),
  ...(ip === undefined ? {} : { ipAddress: ip }),
});

/** All but the order of the parameters, in which the SDKs differ and which CloudFront does not mind. */
function content(signed: string): Omit<ClientRequest, "order"> & { names: string[] } {
  const { order, ...rest } = clientRequest(signed);
  return { ...rest, names: order.sort() };
}

it("generates more than 190 different URLs, canned and custom", () => {
  expect(new Set(cases.map(({ url }) => url)).size).toBeGreaterThan(190);
  for (const kind of [
    cases.filter(({ start, ip }) => start === undefined && ip === undefined),
    cases.filter(({ start, ip }) => start !== undefined && ip !== undefined),
  ]) {
    expect(kind.length).toBeGreaterThan(20);
  }
});

describe("@aws-sdk/cloudfront-signer", () => {
  const input = ({ url, end, start, ip, algorithm }: (typeof cases)[number]) => ({
    url,
    keyPairId,
    privateKey,
    algorithm,
    dateLessThan: new Date(end * 1000),
    ...(start === undefined ? {} : { dateGreaterThan: new Date(start * 1000) }),
    ...(ip === undefined ? {} : { ipAddress: ip }),
  });

  it("signs the same 200 URLs", async () => {
    for (const one of cases) {
      const signed = await signers[one.algorithm].signUrl(one.url, termsOf(one));
      expect(content(signed)).toEqual(content(aws.getSignedUrl(input(one))));
      expect(clientRequest(signed).resource).toBe(one.url);
    }
  });

  it("makes the same cookies", async () => {
    // For cookies it signs what it is given. With a `?` ours are always custom, which means the same; a folder without
    // a * is refused.
    for (const one of cases.slice(0, 50).filter(({ url }) => !/\?|\/$/.test(url))) {
      const { values } = await signers[one.algorithm].signCookies({ resource: one.url, ...termsOf(one) });
      const theirs = Object.fromEntries(
        Object.entries(aws.getSignedCookies(input(one))).map(([cookie, text]) => [cookie, `${text}`]),
      );
      expect(values).toEqual(theirs);
    }
  });

  it("signs a ready policy the same way", async () => {
    for (const one of cases.slice(0, 20)) {
      const policy = JSON.stringify(
        { Statement: [{ Resource: "*", Condition: { DateLessThan: { "AWS:EpochTime": one.end } } }] },
        null,
        1,
      );
      const signed = await signers[one.algorithm].signUrl(one.url, { policy });
      expect(content(signed)).toEqual(
        content(aws.getSignedUrl({ url: one.url, keyPairId, privateKey, algorithm: one.algorithm, policy })),
      );
    }
  });
});

describe("aws-cloudfront-sign", () => {
  const options = ({ end, ip }: (typeof cases)[number]) => ({
    keypairId: keyPairId,
    privateKeyString: privateKey,
    expireTime: end * 1000,
    ...(ip === undefined ? {} : { ipRange: ip }),
  });

  it("signs the same 200 policies with the same signatures", async () => {
    for (const one of cases) {
      const { start: _, ...terms } = one;
      const signed = clientRequest(
        await signers.SHA1.signUrl(one.url, termsOf({ ...terms, start: undefined })),
      );
      const theirs = new URL(prior.getSignedUrl(one.url, options(one))).searchParams;
      expect(cloudFrontBase64ToText(theirs.get("Policy") ?? "")).toBe(signed.policy);
      expect(theirs.get("Signature")).toBe(signed.signature);
      expect(theirs.get("Expires")).toBe(`${one.end}`);
      expect(theirs.get("Key-Pair-Id")).toBe(signed.keyPairId);
    }
  });

  it("makes the same custom cookies", async () => {
    for (const one of cases.slice(0, 50)) {
      const resource = `${new URL(one.url).origin}/*`;
      const { values } = await signers.SHA1.signCookies({
        resource,
        ...termsOf({ ...one, start: undefined }),
      });
      expect(values).toEqual(prior.getSignedCookies(resource, options(one)));
    }
  });
});
