import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, keyPairId, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayBePartOfObjectKey, partsOfObjectKeys, realFragments } from "../support/fragments.ts";

/** A # that was not percent-encoded in an object key starts a fragment, so that another file would be signed. */

const { signer } = recorder();
const sign = (url: string | URL) => signer.signUrl(url, { dateLessThan: end });
const grantOf = () => signer.grant({ resource: `${host}/*`, dateLessThan: end });

describe("a fragment comes back at the end", () => {
  it.each(realFragments)("#%s", async (fragment) => {
    const grant = await grantOf();
    // A lone % and a second # are percent-encoded, since clients do so differently.
    const plain = (url: string) => new URL(url).hash.replace(/%2(?:3|5(?![\dA-F]{2}))/g, decodeURIComponent);
    const { hash } = new URL(`${host}/a#${fragment}`);
    for (const url of [`${host}/a#${fragment}`, new URL(`${host}/a#${fragment}`)]) {
      expect(plain(await sign(url))).toBe(hash);
      expect(plain(grant.signUrl(url))).toBe(hash);
      expect(grant.covers(url)).toBe(true);
    }
  });
});

describe("a fragment that may be part of an object key is refused", () => {
  it.each(partsOfObjectKeys)("#%s, for its %j", async (fragment) => {
    const grant = await grantOf();
    for (const url of [`${host}/a#${fragment}`, new URL(`${host}/a#${fragment}`)]) {
      const error = await refusal(() => sign(url));
      expect(`${error.code} ${error.option}`).toBe("ERR_URL_INVALID url");
      expect(error.message).toContain("has a # that may be part of an object key");
      expect(await refusedAs(() => grant.signUrl(url))).toBe("ERR_URL_INVALID url");
      expect(grant.covers(url)).toBe(false);
    }
  });

  it("by the functions that take a list or one URL, too", async () => {
    const url = `${host}/a#1.jpg`;
    expect(await refusedAs(() => signer.signUrls([url], { dateLessThan: end }).next())).toBe(
      "ERR_URL_INVALID url",
    );
    const key = { keyPairId, content: keyText("rsa2048.pkcs8.pem") };
    const policy = { url, expireTimeEpochMs: end * 1000 };
    expect(await refusedAs(() => createCloudFrontPresignedUrl({ policy, key }))).toBe("ERR_URL_INVALID url");
  });
});

it("the rule holds for any fragment, as text and as a URL, and decoding never fails", async () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a", "1", "é", "=", "&", "!", ":~:text=", "#", "%", "%2") },
    { weight: 2, arbitrary: fc.constantFrom(".", "/", "?", " ", "%2E", "%2f", "%3F", "%20", "%FF", "%C3") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  );
  const fragments = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const seen = { signed: 0, ERR_URL_INVALID: 0 };
  await fc.assert(
    fc.asyncProperty(fragments, async (fragment) => {
      // These are refused as text, and removed by a URL.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
      fc.pre(!/[\0-\x1f\x7f]| $/.test(fragment));
      const expected = mayBePartOfObjectKey(fragment) ? "ERR_URL_INVALID" : "signed";
      seen[expected]++;
      for (const url of [`${host}/a#${fragment}`, new URL(`${host}/a#${fragment}`)])
        expect(
          await sign(url).then(
            () => "signed",
            ({ code }) => code,
          ),
        ).toBe(expected);
    }),
    runs(20260101, 2000),
  );
  expect(Math.min(seen.signed, seen.ERR_URL_INVALID)).toBeGreaterThan(repeated(600));
});
