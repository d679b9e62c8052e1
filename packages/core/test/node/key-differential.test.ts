import { createPrivateKey, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { clientRequest, cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { privateKinds, publicKinds } from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import { passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * Node.js reads keys with OpenSSL, which knows nothing of this package: what is accepted here is the same key
 * there.
 */

const seed = 20260110;

/** One to three changes of any kind, anywhere. */
const change = fc.record({
  kind: fc.constantFrom("flip", "set", "drop", "insert", "double", "cut"),
  at: fc.nat(5_000),
  value: fc.oneof(
    fc.nat(255),
    fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 0x30, 0x80, 0x81, 0x82, 0xa0, 0xa1, 0xff),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  const mutant = [...bytes];
  for (const { kind, at, value } of changes) {
    const place = mutant.length ? at % mutant.length : 0;
    const here = mutant[place] ?? 0;
    if (kind === "flip") mutant[place] = here ^ (1 << (value & 7));
    if (kind === "set") mutant[place] = value;
    if (kind === "drop") mutant.splice(place, 1);
    if (kind === "insert") mutant.splice(place, 0, value);
    if (kind === "double") mutant.splice(place, 0, ...mutant.slice(place, place + (value & 15)));
    if (kind === "cut") mutant.length = mutant.length - (value & 3);
  }
  return Uint8Array.from(mutant);
}

/** The key as OpenSSL reads it, from DER, PEM or JWK. */
function openssl(bytes: Uint8Array, half: "private" | "public"): KeyObject | undefined {
  const key = Buffer.from(bytes);
  const text = key.toString("utf8");
  const options = (): Parameters<typeof createPublicKey>[0][] => {
    if (text.trim().startsWith("{")) return [{ key: JSON.parse(text), format: "jwk" }];
    if (bytes[0] !== 0x30) return [{ key: text, format: "pem" }];
    const types = half === "private" ? (["pkcs8", "pkcs1", "sec1"] as const) : (["spki", "pkcs1"] as const);
    return types.map((type) => ({ key, format: "der", type }) as Parameters<typeof createPublicKey>[0]);
  };
  for (const option of options()) {
    try {
      return half === "private"
        ? createPrivateKey({ ...(option as object), passphrase } as never)
        : createPublicKey(option);
    } catch {
      // Another of the types may fit.
    }
  }
  return undefined;
}

const jwkOf = (key: KeyObject) => key.export({ format: "jwk" });

describe("a private key that is accepted is the key that OpenSSL reads", () => {
  it.each(Object.entries(privateKinds))("%s", (_, { bytes }) =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const mutant = mutate(bytes, changes);
        const signed = await (async () =>
          signerOf(mutant, { passphrase, hashAlgorithm: "SHA256" }).signUrl(`${host}/a`, {
            dateLessThan: end,
          }))()
          // Which errors these are is the matter of other tests.
          .catch(() => undefined);
        if (signed === undefined) return;
        const original = openssl(bytes, "private");
        // OpenSSL's reader of PEM is stricter than ours with what stands around the key, never with the key.
        const other = openssl(mutant, "private") ?? (mutant[0] === 0x30 ? undefined : original);
        if (!original || !other) throw new Error("OpenSSL does not read a key that was accepted");
        expect(jwkOf(other)).toEqual(jwkOf(original));
        const { policy, signature } = clientRequest(signed);
        expect(
          createVerify("SHA256")
            .update(policy)
            .verify(createPublicKey(other), cloudFrontBase64ToBytes(signature)),
        ).toBe(true);
      }),
      { seed, numRuns: 200 },
    ),
  );
});

describe("a public key that is accepted is the key that OpenSSL reads", () => {
  it.each(Object.entries(publicKinds))("%s", (_, bytes) =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const mutant = mutate(bytes, changes);
        const imported = await importCloudFrontPublicKey({ content: mutant }).catch(() => undefined);
        if (!imported) return;
        const { n, e, x, y } = await crypto.subtle.exportKey("jwk", imported as CryptoKey);
        const other = openssl(mutant, "public");
        // As above.
        if (other)
          expect({ n, e, x, y }).toEqual({
            n: undefined,
            e: undefined,
            x: undefined,
            y: undefined,
            ...pick(jwkOf(other)),
          });
        else expect(mutant[0]).not.toBe(0x30);
      }),
      { seed, numRuns: 1_000 },
    ),
  );
});

function pick({ n, e, x, y }: JsonWebKey): JsonWebKey {
  return Object.fromEntries(Object.entries({ n, e, x, y }).filter(([, value]) => value !== undefined));
}
