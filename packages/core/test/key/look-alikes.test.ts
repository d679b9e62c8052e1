import { clientRequest, cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes, keyText, pemToDer, rsaJwk } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it, vi } from "vitest";
import { readPrivate, readPublic } from "../support/key-fault.ts";
import { keyObject } from "./key-object.faults.ts";

/** Objects that lie about what they are, or throw when they are read: every error has a code. */

const url = `${host}/image.jpg`;
const throwing = (): never => {
  throw new Error("from a look-alike");
};
const throwingGetter = (object: object, name: PropertyKey) =>
  Object.defineProperty(object, name, { get: throwing, enumerable: true });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as never;
};
/** Calls itself `tag`, and says that it is so long. */
const tagged = (tag: string, length: unknown) => ({ [Symbol.toStringTag]: tag, length, byteLength: length });

/** Bytes whose own properties throw or lie. */
function hostileBytes(bytes: Uint8Array): [title: string, value: Uint8Array][] {
  const copy = () => new Uint8Array(bytes);
  class Sub extends Uint8Array {}
  return [
    ...["length", "byteLength", "byteOffset", "buffer", "subarray", "constructor", "toBase64"].map(
      (name): [string, Uint8Array] => [`whose ${name} throws`, throwingGetter(copy(), name) as Uint8Array],
    ),
    ["of a subclass whose prototype throws", throwingGetter(new Sub(bytes), "slice") as Uint8Array],
    ["that say that they are longer", Object.defineProperty(copy(), "length", { value: 2 ** 31 })],
    ["with a toBase64 of their own", Object.assign(copy(), { toBase64: () => "X&Policy=evil" })],
  ];
}

describe("a secret", () => {
  const secret = "SECRETpassphrase";
  const long = `[object ${secret.repeat(20)}]`;

  it.each([
    ["keyPairId", () => createCloudFrontSigner({ keyPairId: long, privateKey: "" })],
    ["the host of a URL", () => rsaSigner().signUrl(`https://${long}/`, { dateLessThan: end })],
    [
      "the host of a URL, short",
      () => rsaSigner().signUrl(`https://[object ${secret.repeat(2)}]/`, { dateLessThan: end }),
    ],
    ["the tag of a key", () => readPrivate({ [Symbol.toStringTag]: `x ${secret}` })],
    [
      "the tag of a signature",
      () =>
        signerOf({
          keyType: "RSA",
          hashAlgorithm: "SHA256",
          sign: async () => ({ [Symbol.toStringTag]: `x ${secret}` }),
        }).signUrl(url, { dateLessThan: end }),
    ],
  ])("is not shown when it is in %s", async (_, run) => {
    expect((await refusal(run)).message).not.toContain(secret);
  });
});

describe("a KeyObject", () => {
  const der = keyBytes("rsa2048.pkcs8.der");

  it.each([
    ["throws as text", { toString: throwing }],
    ["is a revoked proxy", revoked()],
    ["is a symbol", Symbol("rsa")],
  ])("whose asymmetricKeyType %s is read as any other", async (_, asymmetricKeyType) => {
    expect(() => readPrivate({ ...keyObject("private", der), asymmetricKeyType })).not.toThrow();
  });

  it.each(hostileBytes(der))("may export bytes %s", (_, exported) => {
    expect(() => readPrivate(keyObject("private", exported))).not.toThrow();
  });

  it.each([
    [
      "64-bit numbers that call themselves bytes",
      Object.defineProperty(new BigInt64Array(8), Symbol.toStringTag, { value: "Uint8Array" }),
    ],
    ["a revoked proxy", revoked()],
    ["an object that claims 2^31 bytes", tagged("Uint8Array", 2 ** 31)],
  ])("must not export %s", async (_, exported) => {
    expect(await refusedAs(() => readPrivate(keyObject("private", exported)))).toBe(
      "ERR_KEY_INVALID privateKey",
    );
    expect(await refusedAs(() => readPublic(keyObject("public", exported)))).toBe("ERR_KEY_INVALID content");
  });
});

describe("bytes of a key", () => {
  it.each(hostileBytes(keyBytes("rsa2048.pkcs8.der")))("%s are read", (_, key) => {
    expect(() => readPrivate(key)).not.toThrow();
  });

  it.each(
    ["Uint8Array", "Uint8ClampedArray", "ArrayBuffer", "SharedArrayBuffer"].flatMap((tag) =>
      [100, 2 ** 31, "9", { valueOf: throwing }].map((length): [string, string, unknown] => [
        tag,
        typeof length === "object" ? "a valueOf that throws" : `${length}`,
        length,
      ]),
    ),
  )("are refused when an object only calls itself %s, with length %s", async (tag, _, length) => {
    expect(await refusedAs(() => readPrivate(tagged(tag, length)))).toBe("ERR_KEY_INVALID privateKey");
    expect(await refusedAs(() => readPrivate(throwingGetter(tagged(tag, 1), "byteLength")))).toBe(
      "ERR_KEY_INVALID privateKey",
    );
  });

  it("are refused by their real length", async () => {
    const long = Object.defineProperty(new Uint8Array(65_537), "byteLength", { value: 10 });
    expect((await refusal(() => readPrivate(long))).message).toContain("is longer than any key");
  });
});

describe("a one-shot function", () => {
  const policy = { url, expireTimeEpochMs: end * 1000 };
  const signWith = (content: unknown) => {
    const key = { keyPairId, content: content as string };
    return createCloudFrontPresignedUrl({ policy, key });
  };

  it.each([
    ["a JWK whose getter throws", () => throwingGetter({ kty: "RSA" }, "n")],
    ["a JWK whose other member throws", () => throwingGetter({ kty: "RSA" }, "x-other")],
    ["a KeyObject whose getter throws", () => throwingGetter({ type: "private", export: throwing }, "other")],
    [
      "a remote signer whose getter throws",
      () => throwingGetter({ hashAlgorithm: "SHA256", sign: throwing }, "keyType"),
    ],
    ["a revoked proxy", revoked],
    ["an object that calls itself a buffer", () => tagged("ArrayBuffer", 2 ** 31)],
  ])("refuses %s as a key", async (_, make) => {
    expect(await refusedAs(() => signWith(make()))).toMatch(/^ERR_KEY_\w+ content$/);
  });

  it("does not copy bytes that are too many for a key", async () => {
    const values = vi.spyOn(Object, "values");
    const from = vi.spyOn(Array, "from");
    expect(await refusedAs(() => signWith(new Uint8Array(70_000)))).toBe("ERR_KEY_INVALID content");
    expect(await refusedAs(() => signWith(new Float64Array(70_000)))).toBe("ERR_KEY_INVALID content");
    const isLong = (value: unknown) => ArrayBuffer.isView(value);
    expect([...values.mock.calls, ...from.mock.calls].flat().some(isLong)).toBe(false);
    vi.restoreAllMocks();
  });

  it("signs with a JWK that has another member that throws, and sees its changes", async () => {
    const { kty, n, e, d, p, q, dp, dq, qi } = await rsaJwk();
    const content = throwingGetter({ kty, n, e, d, p, q, dp, dq, qi }, "x-other") as Record<string, unknown>;
    const key = { keyPairId, content };
    expect(await createCloudFrontPresignedUrl({ policy, key })).toContain("Signature=");
    content.d = "AAAA";
    expect(await refusedAs(() => createCloudFrontPresignedUrl({ policy, key }))).toBe(
      "ERR_KEY_INVALID content",
    );
  });
});

describe("an object that looks like a CryptoKey", () => {
  const like = (type: string, usage: string, publicExponent: unknown) => ({
    type,
    extractable: true,
    usages: [usage],
    algorithm: {
      name: "RSASSA-PKCS1-v1_5",
      hash: { name: "SHA-256" },
      modulusLength: 2048,
      publicExponent,
    },
  });
  const detached = () => {
    const buffer = new ArrayBuffer(3);
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  };

  it.each([
    ["a detached buffer", detached()],
    ["64-bit numbers", new BigInt64Array(1)],
    ["an object that claims 2^31 bytes", tagged("ArrayBuffer", 2 ** 31)],
    ["a throwing length", throwingGetter(tagged("ArrayBuffer", 1), "length")],
    ["70,000 bytes", new Uint8Array(70_000).fill(1)],
  ])("with %s as publicExponent is refused", async (_, publicExponent) => {
    expect(await refusedAs(() => readPrivate(like("private", "sign", publicExponent)))).toBe(
      "ERR_KEY_USAGE privateKey",
    );
  });

  it.each(["SHA1", "SHA256"] as const)(
    "and is public never verifies a URL with %s",
    async (hashAlgorithm) => {
      const signed = await rsaSigner({ hashAlgorithm }).signUrl(url, { dateLessThan: end });
      let reads = 0;
      const key = Object.defineProperty(like("public", "verify", Uint8Array.of(1, 0, 1)), "extractable", {
        get: () => (reads++ === 0 ? true : throwing()),
      });
      const { verifyUrl } = createCloudFrontVerifier({ publicKeys: { [keyPairId]: key }, now: () => moment });
      for (let i = 0; i < 2; i++)
        expect(await refusedAs(() => verifyUrl(signed))).toBe(`ERR_KEY_UNSUPPORTED publicKeys.${keyPairId}`);
    },
  );
});

describe("options", () => {
  it.each([
    ["a throwing getter", () => throwingGetter({}, "expiresIn")],
    ["a throwing ownKeys", () => new Proxy({}, { ownKeys: throwing })],
    ["a throwing has", () => new Proxy({}, { has: throwing })],
    ["a throwing getPrototypeOf", () => new Proxy({}, { getPrototypeOf: throwing })],
    ["no traps, as a revoked proxy", revoked],
  ])("with %s are refused", async (_, make) => {
    expect(await refusedAs(() => rsaSigner().signUrl(url, make() as never))).toBe(
      "ERR_OPTION_INVALID options",
    );
  });

  it("keep the cause", async () => {
    const { cause } = await refusal(() => rsaSigner().signUrl(url, throwingGetter({}, "expiresIn") as never));
    expect(cause).toEqual(new Error("from a look-alike"));
  });

  it.each([
    ["a throwing getter", () => throwingGetter({}, keyPairId)],
    ["a throwing ownKeys", () => new Proxy({}, { ownKeys: throwing })],
    ["no traps, as a revoked proxy", revoked],
  ])("refuse publicKeys with %s", async (_, make) => {
    expect(await refusedAs(() => createCloudFrontVerifier({ publicKeys: make() as never }))).toBe(
      "ERR_OPTION_INVALID publicKeys",
    );
  });
});

describe("a remote signer", () => {
  const remote = (sign: unknown) => ({ keyType: "RSA", hashAlgorithm: "SHA256", sign });
  const signWith = (sign: unknown) => signerOf(remote(sign)).signUrl(url, { dateLessThan: end });

  it.each(["bind", "call", "apply"])("may have a function with a %s of its own", async (name) => {
    const sign = throwingGetter(async () => new Uint8Array(256), name);
    expect(await signWith(sign)).toContain("Signature=");
  });

  it.each(hostileBytes(new Uint8Array(256).fill(7)))("may return bytes %s", async (_, returned) => {
    const { signature } = clientRequest(await signWith(async () => returned));
    expect(cloudFrontBase64ToBytes(signature)).toEqual(new Uint8Array(256).fill(7));
  });

  it.each([
    ["an object that calls itself bytes", tagged("Uint8Array", 256)],
    [
      "an object with the prototype of a buffer",
      Object.create(ArrayBuffer.prototype, { length: { value: 256 } }),
    ],
    ["a revoked proxy", revoked],
  ])("must not return %s", async (_, returned) => {
    const made = typeof returned === "function" ? returned : () => returned;
    expect(await refusedAs(() => signWith(() => made()))).toBe("ERR_SIGNING_FAILED privateKey");
  });
});

it("real bytes in every kind of buffer are a key", () => {
  const der = pemToDer(keyText("rsa2048.pkcs8.pem"));
  const buffer = new Uint8Array(der).buffer;
  for (const key of [der, buffer, new Uint8ClampedArray(buffer), new Uint8Array(buffer, 0)])
    expect(() => readPrivate(key)).not.toThrow();
});
