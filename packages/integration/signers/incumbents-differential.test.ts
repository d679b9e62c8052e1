import * as theirSdk from "@aws-sdk/cloudfront-signer";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import theirOther from "aws-cloudfront-sign";
import * as ourOther from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as ourSdk from "cloudfront-sign-webcrypto/aws-sdk";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  address,
  arbitraryUrl,
  date,
  host,
  now,
  someDate,
  word,
} from "./support/incumbents/arbitrary-input.ts";
import { checkOutcome, outcomeOf, viewerOf } from "./support/incumbents/outcomes.ts";

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
