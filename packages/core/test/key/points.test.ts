import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { hexToBytes, readAll, sec1, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import {
  ecPoint,
  ecScalar,
  smallPoint,
  smallScalar,
} from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import {
  bytesToBase64Url,
  derToPem,
  keyBytes,
  keyText,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { forgetImportedKeys, importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Wherever a key holds its public half, the two halves are compared. */

const corrupted = "privateKey: is cut off or corrupted";
const notOnCurve = "holds a public point that is not on P-256, or two that differ";

const seed = 20260110;
const url = `${host}/a`;
const sign = (privateKey: unknown) => signerOf(privateKey).signUrl(url, { dateLessThan: end });
const problemOf = async (privateKey: unknown) =>
  (await refusal(() => sign(privateKey))).message.split("; ")[0];
const x = ecPoint.subarray(1, 33);
const y = ecPoint.subarray(33);
const compressed = Uint8Array.of(2 + ((y[31] ?? 0) & 1), ...x);
const jwk = {
  kty: "EC",
  crv: "P-256",
  x: bytesToBase64Url(x),
  y: bytesToBase64Url(y),
  d: bytesToBase64Url(ecScalar),
};
const flip = (bytes: Uint8Array, at: number, bit = 0x04) =>
  bytes.map((byte, i) => (i === at ? byte ^ bit : byte));

/** PKCS#8 of any inside, with a public key behind it as RFC 5958 has it. */
const ecAlgorithm = write(
  0x30,
  write(0x06, hexToBytes("2a8648ce3d0201")),
  write(0x06, hexToBytes("2a8648ce3d030107")),
);
const rsaAlgorithm = write(0x30, write(0x06, hexToBytes("2a864886f70d010101")), [5, 0]);
const pkcs8 = (algorithm: Uint8Array, inside: Uint8Array, publicKey?: ArrayLike<number>) =>
  write(
    0x30,
    [2, 1, publicKey ? 1 : 0],
    algorithm,
    write(0x04, inside),
    publicKey ? write(0x81, [0], publicKey) : [],
  );
const inner = (scalar: ArrayLike<number>, point?: ArrayLike<number>) =>
  write(0x30, [2, 1, 1], write(0x04, scalar), point ? write(0xa1, write(0x03, [0], point)) : []);

const smallCompressed = Uint8Array.of(2 + ((smallPoint[64] ?? 0) & 1), ...smallPoint.subarray(1, 33));

/** Every form in which a P-256 key holds a scalar and a point. */
const forms: Record<string, (scalar: Uint8Array, point: Uint8Array) => Uint8Array> = {
  SEC1: sec1,
  "PKCS#8": (scalar, point) => pkcs8(ecAlgorithm, inner(scalar, point)),
  "PKCS#8 with the point outside": (scalar, point) => pkcs8(ecAlgorithm, inner(scalar), point),
  "PKCS#8 with the point in both places": (scalar, point) => pkcs8(ecAlgorithm, inner(scalar, point), point),
};

describe.each(Object.entries(forms))("a P-256 key in %s", (_, form) => {
  it.each([
    ["uncompressed", ecPoint],
    ["compressed", compressed],
  ])("of its own point, %s, signs", async (_, point) => {
    expect(
      await isSignatureValid("ecp256.pub.spki.pem", clientRequest(await sign(form(ecScalar, point)))),
    ).toBe(true);
  });

  it.each([
    ["of another key", smallPoint],
    ["of another key, compressed", smallCompressed],
    ["of the other sign, compressed", flip(compressed, 0, 1)],
  ])("of a point %s is refused", async (_, point) => {
    expect(await problemOf(form(ecScalar, point))).toBe(corrupted);
  });

  it("of any scalar but its own is refused", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(255), fc.constantFrom(ecPoint, compressed), async (bit, point) => {
        expect(await problemOf(form(flip(ecScalar, bit >> 3, 1 << (bit & 7)), point))).toBe(corrupted);
      }),
      runs(seed, 30),
    ));

  it("of a point that is not on the curve is refused", async () => {
    for (const point of [
      flip(ecPoint, 64),
      flip(ecPoint, 1),
      Uint8Array.of(4, ...new Uint8Array(64)),
      Uint8Array.of(4, ...new Uint8Array(64).fill(255)),
    ]) {
      expect(await problemOf(form(ecScalar, point))).toBe(`privateKey: ${notOnCurve}`);
    }
    // x = 5 is none of a point on P-256; x >= p is none of a point at all.
    for (const wrong of [
      [...new Uint8Array(31), 2],
      [...new Uint8Array(31), 7],
      new Uint8Array(32).fill(255),
    ]) {
      for (const sign of [2, 3]) {
        const outcome = await refusedAs(() =>
          signerOf(form(ecScalar, Uint8Array.of(sign, ...wrong))).signUrl(url, { dateLessThan: end }),
        );
        expect(outcome).toBe("ERR_KEY_INVALID privateKey");
      }
    }
  });

  it.each([
    ["64 bytes", ecPoint.subarray(0, 64)],
    ["66 bytes", Uint8Array.of(...ecPoint, 0)],
    ["32 bytes", compressed.subarray(0, 32)],
    ["the hybrid form", Uint8Array.of(6, ...ecPoint.subarray(1))],
    ["infinity", Uint8Array.of(0)],
    ["no bytes", new Uint8Array()],
  ])("of a point of another length or form, %s, is refused", async (_, point) => {
    expect(await problemOf(form(ecScalar, point))).toBe(`privateKey: ${notOnCurve}`);
  });
});

it("two points in one key have to be the same, in whatever form", async () => {
  const both = (inside: Uint8Array, outside: Uint8Array) =>
    pkcs8(ecAlgorithm, inner(ecScalar, inside), outside);
  expect(
    await isSignatureValid("ecp256.pub.spki.pem", clientRequest(await sign(both(ecPoint, compressed)))),
  ).toBe(true);
  expect(await problemOf(both(ecPoint, smallCompressed))).toBe(`privateKey: ${notOnCurve}`);
});

describe("a JWK on P-256", () => {
  const other = {
    x: bytesToBase64Url(smallPoint.subarray(1, 33)),
    y: bytesToBase64Url(smallPoint.subarray(33)),
    d: bytesToBase64Url(smallScalar),
  };

  it("signs", async () => {
    expect(await isSignatureValid("ecp256.pub.spki.pem", clientRequest(await sign(jwk)))).toBe(true);
  });

  it.each([
    ["d", { d: other.d }],
    ["x and y", { x: other.x, y: other.y }],
  ])("with %s of another key is refused", async (_, change) => {
    expect(await problemOf({ ...jwk, ...change })).toBe(corrupted);
  });

  it.each(["x", "y"] as const)(
    "with %s of any length but 32 bytes is refused, whosever d it is",
    async (name) => {
      for (const length of [1, 31, 33, 64]) {
        for (const d of [jwk.d, other.d]) {
          const error = await refusal(() =>
            sign({ ...jwk, d, [name]: bytesToBase64Url(new Uint8Array(length).fill(1)) }),
          );
          expect(error.message).toBe(
            `privateKey: is a JWK whose ${name} is missing or not base64url of 32 bytes; export the whole key again`,
          );
          expect(
            await refusedAs(() =>
              importCloudFrontPublicKey({ content: { ...jwk, d: undefined, [name]: "AAAA" } }),
            ),
          ).toBe("ERR_KEY_INVALID content");
        }
      }
    },
  );
});

describe("an RSA key with its public key outside", () => {
  const pkcs1 = keyBytes("rsa2048.pkcs1.der");
  const publicKey = pemToDer(keyText("rsa2048.pub.pkcs1.pem"));

  it("signs when it is its own", async () => {
    expect(await sign(pkcs8(rsaAlgorithm, pkcs1, publicKey))).toBe(await sign(pkcs1));
  });

  it("is refused when it is another's, or none", async () => {
    const others = pemToDer(keyText("rsa2048-b.pub.spki.pem")).subarray(24);
    expect(readAll(others).map(({ tag }) => tag)).toEqual([0x30]);
    for (const wrong of [others, flip(publicKey, 40), Uint8Array.of(1)]) {
      expect(await problemOf(pkcs8(rsaAlgorithm, pkcs1, wrong))).toBe(corrupted);
    }
  });
});

describe("a public key on P-256", () => {
  const spki = (point: ArrayLike<number>) => write(0x30, ecAlgorithm, write(0x03, [0], point));

  it("verifies from a compressed point", async () => {
    for (const point of [ecPoint, compressed]) {
      const verifier = createCloudFrontVerifier({
        publicKeys: { [keyPairId]: spki(point) },
        now: () => moment,
      });
      expect(await verifier.verifyUrl(await sign(jwk))).toMatchObject({ allowed: true });
    }
    const verifier = createCloudFrontVerifier({
      publicKeys: { [keyPairId]: spki(flip(compressed, 0, 1)) },
      now: () => moment,
    });
    expect(await verifier.verifyUrl(await sign(jwk))).toMatchObject({ allowed: false });
  });

  it("is the same point as WebCrypto's, for any key", async () => {
    for (let round = 0; round < 20; round++) {
      const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
        "sign",
        "verify",
      ]);
      const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
      const content = spki([2 + ((point[64] ?? 0) & 1), ...point.subarray(1, 33)]);
      const imported = (await importCloudFrontPublicKey({ content })) as CryptoKey;
      expect(new Uint8Array(await crypto.subtle.exportKey("raw", imported))).toEqual(point);
    }
  });

  it("of a point that is not on the curve is refused at once", () => {
    for (const point of [flip(ecPoint, 64), flip(ecPoint, 1)]) {
      expect(() => createCloudFrontVerifier({ publicKeys: { [keyPairId]: spki(point) } })).toThrow(
        `publicKeys.${keyPairId}: ${notOnCurve}`,
      );
    }
  });
});

describe("a PEM with several copies of a key", () => {
  const [bare, whole, foreign] = [undefined, ecPoint, smallPoint].map((point) =>
    derToPem(sec1(ecScalar, point), "EC PRIVATE KEY"),
  );

  it("has its points compared, whichever of them holds one", async () => {
    expect(await sign(`${bare}${whole}`)).toContain("Signature=");
    for (const pem of [`${bare}${foreign}`, `${foreign}${bare}`, `${whole}${foreign}`])
      expect(await refusedAs(() => sign(pem))).toBe("ERR_KEY_INVALID privateKey");
  });
});

it("an object that only looks like a CryptoKey is refused when it is used, as a key", async () => {
  const key = {
    type: "public",
    extractable: true,
    usages: ["verify"],
    algorithm: { name: "ECDSA", namedCurve: "P-256" },
  };
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: key }, now: () => moment });
  const signed = await sign(jwk);
  expect(await refusedAs(() => verifier.verifyUrl(signed))).toBe(
    `ERR_KEY_UNSUPPORTED publicKeys.${keyPairId}`,
  );
  const rsa = {
    ...key,
    algorithm: { name: "RSASSA-PKCS1-v1_5", hash: { name: "SHA-1" }, modulusLength: Symbol("2048") },
  };
  expect(await refusedAs(() => createCloudFrontVerifier({ publicKeys: { [keyPairId]: rsa as never } }))).toBe(
    `ERR_KEY_USAGE publicKeys.${keyPairId}`,
  );
});

it("bytes that were transferred, or only look like bytes, are refused as a key", async () => {
  const bytes = keyBytes("rsa2048.pkcs8.der");
  const { buffer } = bytes;
  structuredClone(buffer, { transfer: [buffer] });
  for (const key of [buffer, bytes, { [Symbol.toStringTag]: "Uint8Array", length: 1e12 }])
    expect(await refusedAs(() => signerOf(key))).toBe("ERR_KEY_INVALID privateKey");
});

describe("WebCrypto", () => {
  beforeEach(() => {
    forgetImportedKeys();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("gets an EC key as OpenSSL writes it, whatever it came in", async () => {
    const spy = vi.spyOn(crypto.subtle, "importKey");
    await sign(keyText("ecp256.sec1.pem"));
    const [[format, data] = []] = spy.mock.calls;
    expect(format).toBe("pkcs8");
    expect(new Uint8Array(data as unknown as ArrayBuffer)).toEqual(keyBytes("ecp256.pkcs8.der"));
  });

  it("may take an EC key whose halves do not belong together, and it is refused", async () => {
    const { subtle } = crypto;
    const importKey = subtle.importKey.bind(subtle) as (...args: unknown[]) => Promise<CryptoKey>;
    vi.spyOn(subtle, "importKey").mockImplementation((...args: unknown[]) =>
      importKey(...(args[0] === "pkcs8" ? ["pkcs8", withoutPoint, ...args.slice(2)] : args)),
    );
    const point = keyBytes("ecp256.pkcs8.der").subarray(-65);
    const withoutPoint = Uint8Array.from(pkcs8(ecAlgorithm, inner(smallScalar)));
    expect(await refusedAs(() => sign(sec1(smallScalar, point)))).toBe("ERR_KEY_INVALID privateKey");
  });
});
