import { changeRsa, hexToBytes, readAll, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import {
  bytesToBase64,
  bytesToBase64Url,
  keyBytes,
  keyText,
  passphrase,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontSigner,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it, vi } from "vitest";

/** Limits of keys: lengths, sizes, exponents, iterations. */

const exponent = "has a public exponent that is even or less than 3";
const corrupted = "is cut off or corrupted";

/** Code and problem of an error, without the name of the option, which differs between functions. */
const codeAndProblem = async (action: () => unknown) => {
  const { code, option, message } = await refusal(action);
  return `${code} ${message.slice(option.length + 2).split("; ")[0]}`;
};
const pem = keyText("rsa2048.pkcs8.pem");

describe("a key text", () => {
  it("of 65,536 characters is read", async () => {
    for (const filling of [" ", "\n", "\\", "#"]) {
      expect(signerOf(filling.repeat(65_536 - pem.length) + pem).keyPairId).toBe(keyPairId);
    }
  });

  // The last of these took 14 seconds at 200,000 characters: \\+[nr] tries every backslash again.
  const fillings = [
    " ",
    "\n",
    "\\",
    "-",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN A-----\n",
    "a",
    "\\\\\\",
    "\\n",
    "{",
    '"',
    ".",
  ];

  it.each(fillings)("of nothing but %j is refused", async (filling) => {
    expect(await codeAndProblem(() => signerOf(filling.repeat(65_536).slice(0, 65_536)))).toMatch(
      /^ERR_KEY_INVALID /,
    );
  });

  it("of more characters or bytes is refused, whichever half it is", async () => {
    const message = "ERR_KEY_INVALID is longer than any key";
    for (const key of ["x".repeat(65_537), new Uint8Array(65_537).fill(0x30), new ArrayBuffer(65_537)]) {
      expect(await codeAndProblem(() => signerOf(key))).toBe(message);
      expect(await codeAndProblem(() => importCloudFrontPublicKey({ content: key }))).toBe(message);
    }
  });
});

describe("a JWK", () => {
  it("with numbers that are too long is refused by its size", async () => {
    const long = bytesToBase64Url(new Uint8Array(40_000).fill(0x55));
    expect(
      await codeAndProblem(() =>
        signerOf({ kty: "RSA", d: long, n: long, e: long, p: long, q: long, dp: long, dq: long, qi: long }),
      ),
    ).toBe(`ERR_KEY_UNSUPPORTED is an RSA key of 319999 bits`);
    expect(
      await codeAndProblem(() => importCloudFrontPublicKey({ content: { kty: "RSA", n: long, e: "AQAB" } })),
    ).toBe(`ERR_KEY_UNSUPPORTED is an RSA key of 319999 bits`);
  });

  it.each(["e", "d", "p", "q", "dp", "dq", "qi"])(
    "with a %s that is longer than its modulus is refused",
    async (name) => {
      const numbers = readAll(readAll(keyBytes("rsa2048.pkcs1.der"))[0]?.content ?? new Uint8Array()).map(
        ({ content }) => bytesToBase64Url(content),
      );
      const jwk = Object.fromEntries(
        ["v", "n", "e", "d", "p", "q", "dp", "dq", "qi"].map((member, i) => [member, numbers[i]]),
      );
      const long = bytesToBase64Url(new Uint8Array(40_000).fill(0x55));
      expect(await codeAndProblem(() => signerOf({ kty: "RSA", ...jwk, [name]: long }))).toBe(
        `ERR_KEY_INVALID ${corrupted}`,
      );
    },
  );
});

const odd = (bits: number) => {
  const bytes = new Uint8Array(Math.ceil(bits / 8)).fill(0xff);
  bytes[0] = 0xff >> ((8 - (bits % 8)) % 8);
  return bytes;
};
const integer = (magnitude: Uint8Array) => write(2, (magnitude[0] ?? 0) > 0x7f ? [0] : [], magnitude);
const rsaAlgorithm = write(0x30, write(0x06, hexToBytes("2a864886f70d010101")), [5, 0]);

describe("an RSA public key", () => {
  /** The key in each form, and the functions that take one. */
  const refusals = async (n: Uint8Array, e: Uint8Array): Promise<string[]> => {
    const pkcs1 = write(0x30, integer(n), integer(e));
    const spki = write(0x30, rsaAlgorithm, write(0x03, [0], pkcs1));
    const forms = [
      pkcs1,
      spki,
      bytesToBase64(spki),
      { kty: "RSA", n: bytesToBase64Url(n), e: bytesToBase64Url(e) },
    ];
    const all = forms.flatMap((key) => [
      codeAndProblem(() => importCloudFrontPublicKey({ content: key })),
      codeAndProblem(() => createCloudFrontVerifier({ publicKeys: { [keyPairId]: key } })),
    ]);
    return [...new Set(await Promise.all(all))];
  };
  const f4 = Uint8Array.of(1, 0, 1);

  it.each([0, 1, 2, 4, 65536].map((e) => [e]))("with the exponent %i is refused", async (e) => {
    expect(
      await refusals(
        odd(2048),
        Uint8Array.of(e >> 16, e >> 8, e).subarray([e >> 16, e >> 8, e].findIndex(Boolean)),
      ),
    ).toEqual([`ERR_KEY_INVALID ${exponent}`]);
  });

  it.each([8, 512, 1000, 1023, 16385, 20000])("of %i bits is refused", async (bits) => {
    expect(await refusals(odd(bits), f4)).toEqual([`ERR_KEY_UNSUPPORTED is an RSA key of ${bits} bits`]);
  });

  it("of an even modulus, or of an exponent that is longer, is refused", async () => {
    const even = odd(2048);
    even[255] = 0xfe;
    expect(await refusals(even, f4)).toEqual([`ERR_KEY_INVALID ${corrupted}`]);
    expect(await refusals(odd(2048), odd(2049))).toEqual([`ERR_KEY_INVALID ${corrupted}`]);
  });

  it.each([1024, 2048, 4096, 16384])("of %i bits is taken", (bits) => {
    const key = write(0x30, integer(odd(bits)), integer(f4));
    expect(createCloudFrontVerifier({ publicKeys: { [keyPairId]: key } }).keyPairIds).toEqual([keyPairId]);
  });
});

describe("a CryptoKey of RSA", () => {
  /** What a runtime that takes such keys would hand out; most refuse to make them. */
  const cryptoKey = (type: "private" | "public", modulusLength: number, publicExponent: number[]) => ({
    type,
    extractable: true,
    usages: [type === "private" ? "sign" : "verify"],
    algorithm: {
      name: "RSASSA-PKCS1-v1_5",
      hash: { name: "SHA-256" },
      modulusLength,
      publicExponent: Uint8Array.from(publicExponent),
    },
  });

  it.each([
    [512, [1, 0, 1], "UNSUPPORTED is an RSA key of 512 bits"],
    [16392, [1, 0, 1], "UNSUPPORTED is an RSA key of 16392 bits"],
    [2048, [1], "INVALID has a public exponent that is even or less than 3"],
    [2048, [0, 0, 1], "INVALID has a public exponent that is even or less than 3"],
    [2048, [2], "INVALID has a public exponent that is even or less than 3"],
    [2048, [1, 0, 0], "INVALID has a public exponent that is even or less than 3"],
    [2048, [], "INVALID has a public exponent that is even or less than 3"],
  ] as const)("of %i bits and exponent %j is refused for verifying", async (bits, e, message) => {
    const key = cryptoKey("public", bits, [...e]);
    expect(await codeAndProblem(() => importCloudFrontPublicKey({ content: key }))).toContain(
      `ERR_KEY_${message}`,
    );
    expect(
      await codeAndProblem(() => createCloudFrontVerifier({ publicKeys: { [keyPairId]: key } })),
    ).toContain(`ERR_KEY_${message}`);
  });

  it.each([
    [512, [1, 0, 1], "UNSUPPORTED is an RSA key of 512 bits"],
    [5120, [1, 0, 1], "UNSUPPORTED is an RSA key of 5120 bits"],
    [2048, [1], "INVALID has a public exponent that is even or less than 3"],
  ] as const)("of %i bits and exponent %j is refused for signing", async (bits, e, message) => {
    const privateKey = cryptoKey("private", bits, [...e]);
    expect(await codeAndProblem(() => createCloudFrontSigner({ keyPairId, privateKey }))).toContain(
      `ERR_KEY_${message}`,
    );
    expect(
      await codeAndProblem(() => importCloudFrontPrivateKey({ keyPairId, content: privateKey })),
    ).toContain(`ERR_KEY_${message}`);
  });
});

it("an RSA private key whose exponent is 1 is refused, although all of its numbers fit", async () => {
  const one = changeRsa(keyBytes("rsa2048.pkcs1.der"), (name, own) =>
    /^(e|d|dp|dq)$/.test(name) ? [1] : own,
  );
  expect(await codeAndProblem(() => signerOf(one))).toBe(`ERR_KEY_INVALID ${exponent}`);
});

describe("an encrypted key", () => {
  const file = pemToDer(keyText("ecp256.enc-aes256-sha256.pkcs8.pem"));
  /** The same with another number of iterations. */
  function withIterations(count: number[]): Uint8Array {
    const nodes = (bytes: Uint8Array | undefined) => readAll(bytes ?? new Uint8Array());
    const put = (tag: number, parts: ReturnType<typeof readAll>) =>
      write(tag, ...parts.map((node) => write(node.tag, node.content)));
    const [scheme, data] = nodes(nodes(file)[0]?.content);
    const [pbes2, parameters] = nodes(scheme?.content);
    const [derivation, cipher] = nodes(parameters?.content);
    const [pbkdf2, values] = nodes(derivation?.content);
    const [salt, , ...rest] = nodes(values?.content);
    const node = (tag: number, content: ArrayLike<number> = []) => ({
      tag,
      content: Uint8Array.from(content),
    });
    const inner = (whole: Uint8Array) => nodes(whole)[0]?.content;
    const changed = put(0x30, [salt ?? node(4), node(2, count), ...rest]);
    const newDerivation = put(0x30, [pbkdf2 ?? node(6), node(0x30, inner(changed))]);
    const newParameters = put(0x30, [node(0x30, inner(newDerivation)), cipher ?? node(0x30)]);
    const newScheme = put(0x30, [pbes2 ?? node(6), node(0x30, inner(newParameters))]);
    return put(0x30, [node(0x30, inner(newScheme)), data ?? node(4)]);
  }

  it("is the file again with its own number", () => {
    expect(withIterations([8, 0])).toEqual(file);
  });

  it.each([
    ["10,000,001", [0, 0x98, 0x96, 0x81]],
    ["2^31 - 1", [0x7f, 0xff, 0xff, 0xff]],
    ["2^400", [1, ...new Array<number>(50).fill(0)]],
    ["2^480,000", [1, ...new Array<number>(60_000).fill(0)]],
  ])("of %s iterations is refused at once", async (_, count) => {
    expect(await codeAndProblem(() => signerOf(withIterations(count), { passphrase }))).toBe(
      `ERR_KEY_UNSUPPORTED is encrypted with more than 10000000 iterations of PBKDF2`,
    );
  });

  it("with a long number is refused without arithmetic, whose time grows with the square of the length", async () => {
    const read = vi.spyOn(DataView.prototype, "getBigUint64");
    try {
      await refusal(() =>
        signerOf(withIterations([1, ...new Array<number>(60_000).fill(0)]), { passphrase }),
      );
      expect(read).not.toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });

  it("of 10,000,000 iterations is taken", () => {
    expect(signerOf(withIterations([0, 0x98, 0x96, 0x80]), { passphrase }).keyPairId).toBe(keyPairId);
  });

  it("of a negative number of iterations is refused", async () => {
    expect(await codeAndProblem(() => signerOf(withIterations([0xff]), { passphrase }))).toBe(
      `ERR_KEY_INVALID ${corrupted}`,
    );
  });
});

/** A DER of one SEQUENCE inside the other, so many that reading it by recursion could exhaust the stack. */
function nested(depth: number): Uint8Array {
  const header: number[] = [];
  for (let left = depth; left > 0; left--) {
    const length = (left - 1) * 5;
    header.push(0x30, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff);
  }
  return Uint8Array.from(header);
}

describe("a key made to break its reader", () => {
  it.each([10, 1_000, 100_000])("nested %i deep is refused", async (depth) => {
    const bytes = nested(depth);
    const pem = `-----BEGIN PRIVATE KEY-----\n${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}\n-----END PRIVATE KEY-----`;
    for (const privateKey of [bytes, pem]) {
      expect(await refusedAs(() => createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey }))).toBe(
        "ERR_KEY_INVALID privateKey",
      );
    }
  });
});
