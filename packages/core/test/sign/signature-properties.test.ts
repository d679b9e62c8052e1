import {
  clientRequest,
  cloudFrontBase64ToBytes,
  derToRaw,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * ECDSA signatures from raw r‖s to DER and back, and any signature through CloudFront's base64, without a bit
 * lost.
 */

const seed = 20260101;

/**
 * 32 bytes with up to `most` zeros in front and often a high bit behind them: where encoders go wrong. Never
 * all zero.
 */
const half = (most: number): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.nat(most),
      fc.constantFrom(0x01, 0x7f, 0x80, 0xff),
      fc.uint8Array({ minLength: 31, maxLength: 31 }),
    )
    .map(([zeros, first, rest]) => {
      const bytes = new Uint8Array(32);
      bytes.set([first, ...rest].slice(0, 32 - zeros), zeros);
      return bytes;
    });
const raw = fc.tuple(half(31), half(31)).map(([r, s]) => new Uint8Array([...r, ...s]));

async function signatureOf(signature: Uint8Array, keyType: "EC" | "RSA"): Promise<Uint8Array> {
  const { signer } = recorder({ signature, keyType });
  return cloudFrontBase64ToBytes(
    clientRequest(await signer.signUrl(`${host}/a`, { dateLessThan: end })).signature,
  );
}

describe("ECDSA", () => {
  it("raw to DER and back is the identity", () =>
    fc.assert(
      fc.asyncProperty(raw, async (bytes) => {
        // derToRaw is strict: it throws for DER that is not minimal.
        expect(derToRaw(await signatureOf(bytes, "EC"))).toEqual(bytes);
      }),
      runs(seed, 300),
    ));

  it("DER comes out unchanged", () =>
    fc.assert(
      // Few zeros only: DER of exactly 64 bytes, as of numbers with six zeros, cannot be told from raw, and
      // does not happen.
      fc.asyncProperty(fc.tuple(half(2), half(2)), async ([r, s]) => {
        const der = await signatureOf(new Uint8Array([...r, ...s]), "EC");
        expect(der.length).toBeGreaterThan(64);
        expect(await signatureOf(der, "EC")).toEqual(der);
      }),
      runs(seed, 300),
    ));

  it.each([
    ["zeros", new Uint8Array(64), 8],
    ["ones", new Uint8Array(64).fill(0).map((_, i) => (i % 32 === 31 ? 1 : 0)), 8],
    ["the highest bits", new Uint8Array(64).fill(0xff), 72],
    ["r high, s low", new Uint8Array(64).fill(0x80, 0, 32).fill(0x7f, 32), 71],
    ["r low, s high", new Uint8Array(64).fill(0x7f, 0, 32).fill(0x80, 32), 71],
    ["no high bit", new Uint8Array(64).fill(0x7f), 70],
    ["a zero in front of a high bit", new Uint8Array(64).fill(0x80).fill(0, 0, 1), 71],
  ])("%s", async (_, bytes, length) => {
    const der = await signatureOf(bytes, "EC");
    expect(der).toHaveLength(length);
    expect(derToRaw(der)).toEqual(bytes);
  });
});

it("any RSA signature comes through base64 unchanged", () =>
  fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(128, 256, 384, 512)
        .chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
      async (bytes) => {
        expect(await signatureOf(bytes, "RSA")).toEqual(bytes);
      },
    ),
    runs(seed, 100),
  ));
