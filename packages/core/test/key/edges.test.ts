import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { hexToBytes, readAll, sec1, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { smallScalar } from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import { derToPem, keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  cloudFrontBase64,
  ecKeyPairId,
  outcome,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { forgetImportedKeys } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Keys and signatures at the edge of a rule, and what WebCrypto is asked for. */

const url = `${host}/a.jpg`;
const sign = (privateKey: unknown) => signerOf(privateKey).signUrl(url, { dateLessThan: end });
const messageFor = async (privateKey: unknown) => (await refusal(() => sign(privateKey))).message;
const rsa = keyBytes("rsa2048.pkcs8.der");

beforeEach(() => {
  forgetImportedKeys();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a JWK", () => {
  it.each<[given: string, jwk: object, part: RegExp]>([
    [
      "of an Edwards curve that says P-256",
      { kty: "OKP", crv: "P-256", x: "AA", d: "AA" },
      /a JWK that is neither RSA nor EC on P-256/,
    ],
    [
      "with a member of 65,536 characters",
      { kty: "RSA", n: "A".repeat(65_536), e: "AQAB", d: "AQAB" },
      /^(?!.*is not the base64url)/,
    ],
  ])("%s", async (_, jwk, part) => {
    expect(await messageFor(jwk)).toMatch(part);
  });
});

describe("an object with the shape of a KeyObject", () => {
  it("has a type in words, or is not exported", async () => {
    const exportKey = vi.fn(() => rsa);
    await refusal(() => sign({ type: 42, export: exportKey }));
    expect(exportKey).not.toHaveBeenCalled();
  });

  it("is named by its asymmetricKeyType, and then not exported", async () => {
    const exportKey = vi.fn(() => rsa);
    const message = await messageFor({ type: "private", asymmetricKeyType: "x25519", export: exportKey });
    expect(message).toContain("a key for X25519");
    expect(exportKey).not.toHaveBeenCalled();
    expect(await sign({ type: "private", asymmetricKeyType: "rsa", export: exportKey })).toContain(
      "Signature=",
    );
  });

  it.each<[given: string, exported: unknown, part: RegExp]>([
    ["a DataView", new DataView(rsa.buffer), /cannot be exported as DER/],
    ["65,536 bytes", new Uint8Array(65_536), /^(?!.*not return the DER)/],
  ])("may not export %s", async (_, exported, part) => {
    expect(await messageFor({ type: "private", export: () => exported })).toMatch(part);
  });
});

describe("what a CryptoKey says of itself", () => {
  const cryptoKey = (parts: object) => {
    const publicExponent = Uint8Array.of(1, 0, 1);
    const hash = { name: "SHA-1" };
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash, modulusLength: 2048, publicExponent, ...parts };
    return { type: "private", extractable: false, usages: ["sign"], algorithm };
  };

  it("may have its exponent in a buffer", () => {
    expect(() => signerOf(cryptoKey({}))).not.toThrow();
    expect(() => signerOf(cryptoKey({ publicExponent: Uint8Array.of(1, 0, 1).buffer }))).not.toThrow();
  });

  it.each([{ publicExponent: [1, 0, 1] }, { publicExponent: "AQAB" }, { modulusLength: "2048" }])(
    "is refused with %j",
    async (parts) => {
      expect(await refusedAs(() => signerOf(cryptoKey(parts)))).toBe("ERR_KEY_USAGE privateKey");
    },
  );
});

describe("WebCrypto", () => {
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
    const withoutPoint = pkcs8Of(smallScalar);
    expect(await refusedAs(() => sign(sec1(smallScalar, point)))).toBe("ERR_KEY_INVALID privateKey");
  });

  it("may fail to sign: SHA-1 is named with an if, and the cause is there", async () => {
    const cause = new Error("no");
    vi.spyOn(crypto.subtle, "sign").mockRejectedValue(cause);
    const error = await refusal(() => sign(keyText("rsa2048.pkcs8.pem")));
    expect(error).toMatchObject({ code: "ERR_SIGNING_FAILED", cause });
    expect(error.message).toContain("failed to sign with SHA-1; if this runtime refuses it");
  });
});

/** A PKCS#8 key on P-256 without its point. */
function pkcs8Of(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = hexToBytes("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420");
  return Uint8Array.from([...head, ...scalar]);
}

describe("a raw ECDSA signature is written as DER", () => {
  const half = (hex: string) => hex.padStart(64, "0");
  const signed = async (r: string, s: string) => {
    const raw = hexToBytes(half(r) + half(s));
    const remote = { keyType: "EC" as const, hashAlgorithm: "SHA256" as const, sign: async () => raw };
    const { searchParams } = new URL(await sign(remote));
    return [...cloudFrontBase64ToBytes(searchParams.get("Signature") ?? "")];
  };

  it.each<[r: string, s: string, der: string]>([
    ["01", "7f", "300602010102017f"],
    ["00", "00", "3006020100020100"],
    ["80", "00ff", "3008020200800202" + "00ff"],
    ["0100", "8001", "300902020100020300" + "8001"],
    [
      `7f${"11".repeat(31)}`,
      `80${"22".repeat(31)}`,
      `304502207f${"11".repeat(31)}02210080${"22".repeat(31)}`,
    ],
  ])("%s and %s", async (r, s, der) => {
    expect(await signed(r, s)).toEqual([...hexToBytes(der)]);
  });
});

describe("an ECDSA signature to be verified", () => {
  const signer = signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId });
  const outcomeOf = async (der: string) => {
    const url = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    const signature = cloudFrontBase64(hexToBytes(der));
    return outcome(await verifierOf().verifyUrl(url.replace(/Signature=[^&]*/, `Signature=${signature}`)));
  };

  it.each([
    ["of the numbers 0", "3006020100020100", "signature-mismatch"],
    ["of the numbers 1", "3006020101020101", "signature-mismatch"],
    ["of empty numbers", "300402000200", "signature-wrong-format"],
    ["of a number and nothing", "30050201010200", "signature-wrong-format"],
    ["of a number with a zero too many", "300702020001020101", "signature-wrong-format"],
    ["of a negative number", "3006020180020101", "signature-wrong-format"],
    ["of 33 digits", `3026022101${"00".repeat(32)}020101`, "signature-wrong-format"],
  ])("%s: %s", async (_, der, expected) => {
    expect(await outcomeOf(der)).toBe(expected);
  });
});

describe("a public key", () => {
  const verifierFor = (key: unknown) =>
    createCloudFrontVerifier({ publicKeys: { [keyPairId]: key as string }, now: () => moment });

  it("of a KeyObject is exported as a SubjectPublicKeyInfo", () => {
    const exportKey = vi.fn(() => pemToDer(keyText("rsa2048.pub.spki.pem")));
    verifierFor({ type: "public", export: exportKey });
    expect(exportKey).toHaveBeenCalledWith({ type: "spki", format: "der" });
  });

  it("must be the only one of its text", () => {
    const pem = keyText("rsa2048.pub.spki.pem");
    const other = pemToDer(keyText("rsa2048-b.pkcs8.pem"));
    const [, algorithm, key] = readAll(readAll(other)[0]?.content ?? new Uint8Array());
    const [, n, e] = readAll(readAll(key?.content ?? new Uint8Array())[0]?.content ?? new Uint8Array());
    const half = write(0x30, ...[n, e].map((number) => write(0x02, number?.content ?? [])));
    const spki = write(0x30, write(0x30, algorithm?.content ?? []), write(0x03, [0], half));
    expect(() => verifierFor(pem + pem)).not.toThrow();
    expect(() => verifierFor(pem + derToPem(spki, "PUBLIC KEY"))).toThrow("contains several different keys");
  });
});
