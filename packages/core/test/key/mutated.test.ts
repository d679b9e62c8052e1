import {
  ecScalar,
  everythingOf,
  leaks,
  mutants,
  noOutcomes,
  otherKinds,
  privateKinds,
  publicKinds,
  read,
  use,
  writings,
} from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import { bytesToBase64 } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { triesAll } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { importCloudFrontPublicKey, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/**
 * Every kind of key with one bit flipped or one byte dropped: it is refused, or it is the same key and signs
 * as it should; and no error tells anything of the key.
 */

/** Larger keys have more bits than need to be tried. Each step is odd, so that it hits each bit of a byte. */
const step = (length: number) => (length < 250 ? 1 : length < 700 ? 7 : 11) * (triesAll() ? 1 : 5);

it("the search finds what it looks for", () => {
  const all = [...writings([ecScalar])];
  for (const shown of [ecScalar.join("."), ecScalar.join(), ecScalar.join(" "), bytesToBase64(ecScalar)]) {
    expect(
      all.some((writing) =>
        everythingOf(new Error("x", { cause: new Error(`OID ${shown}`) })).includes(writing),
      ),
    ).toBe(true);
  }
  expect(
    all.filter((writing) => everythingOf(new Error("privateKey: is cut off")).includes(writing)),
  ).toEqual([]);
});

describe("a private key with one bit flipped or one byte dropped", () => {
  it.each(Object.entries(privateKinds))(
    "%s: is refused or signs as before, and shows nothing",
    async (_, kind) => {
      const outcomes = noOutcomes();
      // A key that is read and found sound is imported; of RSA these are only those where nothing of the key
      // has changed.
      for (const mutant of mutants(kind.bytes, step(kind.bytes.length))) {
        if (read(mutant, outcomes)) await use(mutant, kind.publicKey, outcomes);
      }
      expect(leaks(outcomes, kind.secrets)).toEqual([]);
      expect(outcomes.refused).toBeGreaterThan(100);
    },
  );

  it.each(otherKinds)("%s is refused, and shows nothing", (_, der) => {
    const outcomes = noOutcomes();
    for (const mutant of mutants(der, step(der.length))) expect(read(mutant, outcomes)).toBe(false);
    expect(leaks(outcomes, [der])).toEqual([]);
  });

  // The one flipped bit that makes an object identifier of a private value.
  it.each([
    ...otherKinds,
    ...Object.entries(privateKinds).flatMap(([name, { bytes }]) =>
      name.endsWith("DER") ? [[name, bytes] as const] : [],
    ),
  ])("%s: no value becomes an object identifier", (_, der) => {
    const outcomes = noOutcomes();
    der.forEach((byte, at) => {
      if (byte === 0x04)
        read(
          der.map((other, i) => (i === at ? 0x06 : other)),
          outcomes,
        );
    });
    expect(leaks(outcomes, [der])).toEqual([]);
  });
});

describe("a public key with one bit flipped or one byte dropped", () => {
  it.each(Object.entries(publicKinds))("%s: is refused with a typed error, or imported", async (_, bytes) => {
    const same: boolean[] = [];
    for (const mutant of mutants(bytes, step(bytes.length))) {
      try {
        same.push((await importCloudFrontPublicKey({ content: mutant })).type === "public");
      } catch (error) {
        if (!isCloudFrontSignError(error)) throw error;
      }
    }
    expect(same.every(Boolean)).toBe(true);
  });
});
