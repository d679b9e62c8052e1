import { anyText } from "@cloudfront-sign-webcrypto/testing/support/any-text.ts";
import { clientRequest, cookieRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, momentSeconds, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * Whatever terms are given: the policy holds every restriction of them and nothing else, or there is no URL.
 */

const seed = 20260101;

interface Condition {
  DateLessThan: { "AWS:EpochTime": number };
  DateGreaterThan?: { "AWS:EpochTime": number };
  IpAddress?: { "AWS:SourceIp": string };
}
interface Statement {
  Resource: string;
  Condition: Condition;
}

function statementOf(policy: string): Statement {
  const parsed = JSON.parse(policy) as { Statement: Statement[] };
  expect(Object.keys(parsed)).toEqual(["Statement"]);
  expect(parsed.Statement).toHaveLength(1);
  const [statement] = parsed.Statement;
  return statement ?? expect.fail("no statement");
}

const seconds = fc.integer({ min: momentSeconds + 10, max: 99_999_999_999 });
const octet = fc.nat(255);
const address = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));
const cidr = fc.oneof(
  address.map((ip) => ({ given: ip, policy: `${ip}/32` })),
  fc
    .tuple(address, fc.integer({ min: 1, max: 32 }))
    .map(([ip, bits]) => ({ given: `${ip}/${bits}`, policy: `${ip}/${bits}` })),
  fc.constant({ given: "0.0.0.0/0", policy: "0.0.0.0/0" }),
);

/** Good terms, and the condition that they must become. */
const goodTerms = fc
  .record({
    end: fc.oneof(
      seconds.map((at) => ({ given: { dateLessThan: at }, policy: at })),
      fc
        .tuple(seconds, fc.nat(999))
        .map(([at, ms]) => ({ given: { dateLessThan: new Date(at * 1000 + ms) }, policy: at })),
      fc
        .integer({ min: momentSeconds + 10, max: 84_467_433_599 })
        .map((at) => ({ given: { dateLessThan: new Date(at * 1000).toISOString() }, policy: at })),
      fc
        .integer({ min: 2, max: 1e6 })
        // It could be in milliseconds.
        .filter((length) => length % 60_000 !== 0)
        .map((length) => ({ given: { expiresIn: length }, policy: momentSeconds + length })),
      fc
        .integer({ min: 2, max: 1e9 })
        .map((length) => ({ given: { expiresIn: `${length}s` }, policy: momentSeconds + length })),
      fc
        .integer({ min: 1, max: 9999 })
        .map((hours) => ({ given: { expiresIn: `${hours}h` }, policy: momentSeconds + hours * 3600 })),
    ),
    start: fc.option(
      fc.oneof(
        fc.integer({ min: 0, max: momentSeconds + 1 }).map((at) => ({ given: at, policy: at })),
        fc
          .tuple(fc.integer({ min: 0, max: momentSeconds }), fc.integer({ min: 1, max: 999 }))
          .map(([at, ms]) => ({ given: new Date(at * 1000 + ms), policy: at + 1 })),
      ),
      { nil: undefined },
    ),
    ip: fc.option(cidr, { nil: undefined }),
  })
  .map(({ end, start, ip }) => {
    const condition: Condition = { DateLessThan: { "AWS:EpochTime": end.policy } };
    if (start) condition.DateGreaterThan = { "AWS:EpochTime": start.policy };
    if (ip) condition.IpAddress = { "AWS:SourceIp": ip.policy };
    const terms = {
      ...end.given,
      ...(start ? { dateGreaterThan: start.given } : {}),
      ...(ip ? { ipAddress: ip.given } : {}),
    };
    return {
      terms: terms as { dateLessThan: number },
      condition,
      restricted: start !== undefined || ip !== undefined,
    };
  });

const resource = fc.constantFrom(
  undefined,
  `${host}/*`,
  "*://d111111abcdef8.cloudfront.net/*",
  "*://*/videos/*",
  `${host}/videos/*.ts`,
);

describe("good terms", () => {
  it("become exactly their policy, in one order", () =>
    fc.assert(
      fc.asyncProperty(goodTerms, resource, async ({ terms, condition, restricted }, pattern) => {
        const url = `${host}/videos/1.ts`;
        const { signer, policies } = recorder();
        const request = clientRequest(
          await signer.signUrl(url, pattern === undefined ? terms : { ...terms, resource: pattern }),
        );
        const expected = { Statement: [{ Resource: pattern ?? url, Condition: condition }] };
        expect(policies).toEqual([JSON.stringify(expected)]);
        expect(request.policy).toBe(policies[0]);
        expect(request.kind).toBe(pattern === undefined && !restricted ? "canned" : "custom");
      }),
      runs(seed, 200),
    ));

  it("are the same in a URL, in cookies and in a grant", () =>
    fc.assert(
      fc.asyncProperty(goodTerms, async ({ terms }) => {
        const { signer, policies } = recorder();
        const all = { ...terms, resource: `${host}/videos/*` };
        const url = `${host}/videos/1.ts`;
        const fromUrl = clientRequest(await signer.signUrl(url, all));
        const fromCookies = cookieRequest((await signer.signCookies(all)).values, url);
        const fromGrant = clientRequest((await signer.grant(all)).signUrl(url));
        expect(fromCookies).toEqual({
          kind: "custom",
          policy: fromUrl.policy,
          signature: fromUrl.signature,
          keyPairId: fromUrl.keyPairId,
          hashAlgorithm: "SHA256",
        });
        expect(fromGrant).toEqual(fromUrl);
        expect(new Set(policies).size).toBe(1);
      }),
      runs(seed, 60),
    ));
});

/** Anything that a caller in plain JavaScript might hand over, good values among it. */
const anything = fc.oneof(
  seconds,
  fc.integer(),
  fc.double(),
  fc.date({ noInvalidDate: false }),
  fc.string(),
  fc.constantFrom(
    "1h",
    "90s",
    "2030-01-01T00:00:00Z",
    "192.0.2.1",
    "192.0.2.0/24",
    `${host}/*`,
    "*",
    "",
    null,
    undefined,
    true,
    Number.NaN,
    "__proto__",
  ),
  fc.object({ maxDepth: 1 }),
  fc.bigInt(),
);
/** Now and then something good, so that the terms as a whole are not always refused. */
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: anything });
const anyTerms = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        dateLessThan: mostly(seconds),
        expiresIn: mostly(fc.constantFrom(60, "1h")),
        cacheWindow: mostly(fc.constantFrom(60, "1h")),
        dateGreaterThan: mostly(fc.integer({ min: 0, max: momentSeconds })),
        ipAddress: mostly(cidr.map(({ given }) => given)),
        resource: mostly(fc.constantFrom(`${host}/*`, "*://d111111abcdef8.cloudfront.net/*")),
        policy: anything,
        ipAdress: anything,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      { dateLessThan: mostly(seconds), ipAddress: mostly(cidr.map(({ given }) => given)) },
      { noNullPrototype: true },
    ),
  },
);

const encodedText = anyText.map(encodeURIComponent);
/** fast-check's own takes a second to prepare: see `anyText`. */
const webUrl = fc
  .tuple(fc.constantFrom("https", "http"), fc.domain(), fc.array(encodedText), encodedText, encodedText)
  .map(
    ([scheme, name, path, query, fragment]) => `${scheme}://${name}/${path.join("/")}?${query}#${fragment}`,
  );

describe("any terms", () => {
  it("give our error, or a policy that holds every restriction given", async () => {
    let signed = 0;
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const { signer, policies } = recorder();
        try {
          const request = clientRequest(await signer.signUrl(`${host}/a.jpg`, terms as never));
          expect(policies).toEqual([request.policy]);
        } catch (error) {
          expect(isCloudFrontSignError(error)).toBe(true);
          expect(policies).toEqual([]);
          return;
        }
        signed++;
        const given = terms as Record<string, unknown>;
        const { Resource, Condition } = statementOf(policies[0] ?? "");
        expect(Condition.DateLessThan["AWS:EpochTime"]).toBeGreaterThan(momentSeconds);
        if (typeof given.dateLessThan === "number")
          expect(Condition.DateLessThan["AWS:EpochTime"]).toBe(given.dateLessThan);
        expect(Condition.DateGreaterThan !== undefined).toBe("dateGreaterThan" in given);
        expect(Condition.IpAddress !== undefined).toBe("ipAddress" in given);
        if ("ipAddress" in given)
          expect(Condition.IpAddress?.["AWS:SourceIp"].startsWith(`${given.ipAddress}`)).toBe(true);
        expect(Resource).toBe("resource" in given ? given.resource : `${host}/a.jpg`);
        expect("ipAdress" in given || "policy" in given).toBe(false);
      }),
      runs(seed, 600),
    );
    // The property is not worth much when everything is refused.
    expect(signed).toBeGreaterThan(repeated(50));
  });

  it("give our error, or cookies and a grant that hold the same", () =>
    fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const { signer, policies } = recorder();
        const outcomes = await Promise.allSettled([
          signer.signCookies(terms as never),
          signer.grant(terms as never),
        ]);
        for (const outcome of outcomes)
          if (outcome.status === "rejected") expect(isCloudFrontSignError(outcome.reason)).toBe(true);
        expect(outcomes[0]?.status).toBe(outcomes[1]?.status);
        expect(policies[0]).toBe(policies[1]);
      }),
      runs(seed, 200),
    ));

  it("any URL gives our error or a signed URL", () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyText,
          webUrl,
          anyText.map((tail) => `${host}/${tail}`),
          anything,
        ),
        async (url) => {
          const { signer } = recorder();
          try {
            expect(clientRequest(await signer.signUrl(url as string, { expiresIn: 60 })).kind).toBe("canned");
          } catch (error) {
            expect(isCloudFrontSignError(error)).toBe(true);
          }
        },
      ),
      runs(seed, 200),
    ));
});
