import {
  clientRequest,
  cloudFrontBase64ToBytes,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** A key that lives elsewhere: AWS KMS, an HSM, another process. */

const url = `${host}/image.jpg`;
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

async function kms(bytes: Uint8Array): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("pkcs8", keyBytes("rsa2048.pkcs8.der"), algorithm, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, Uint8Array.from(bytes)));
}

const remote = (sign: (bytes: Uint8Array) => unknown, rest: object = {}) => ({
  keyType: "RSA",
  hashAlgorithm: "SHA256",
  sign,
  ...rest,
});
const signWith = (privateKey: unknown) => signerOf(privateKey).signUrl(url, { dateLessThan: end });

describe("a remote RSA signer", () => {
  it("makes the URL that the key itself makes", async () => {
    const expected = await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(url, { dateLessThan: end });
    expect(await signWith(remote(kms))).toBe(expected);
  });

  it("may be an instance of a class", async () => {
    class Kms {
      readonly keyType = "RSA";
      readonly hashAlgorithm = "SHA256";
      readonly client = { sign: kms };
      sign(bytes: Uint8Array): Promise<Uint8Array> {
        return this.client.sign(bytes);
      }
    }
    expect(clientRequest(await signWith(new Kms())).signature).toBe(
      clientRequest(await signWith(remote(kms))).signature,
    );
  });

  it("is not asked before it is needed, and once for each policy", async () => {
    let asked = 0;
    const signer = signerOf(remote(async () => new Uint8Array(256).fill(++asked)));
    expect(asked).toBe(0);
    const grant = await signer.grant({ resource: `${host}/*`, dateLessThan: end });
    grant.signUrl(url);
    grant.cookies.toSetCookie();
    expect(asked).toBe(1);
  });

  it.each([128, 256, 384, 512])("may give %i bytes", async (length) => {
    const signed = clientRequest(await signWith(remote(async () => new Uint8Array(length).fill(7))));
    expect(cloudFrontBase64ToBytes(signed.signature)).toEqual(new Uint8Array(length).fill(7));
  });

  it("may give a view into a larger buffer", async () => {
    const larger = Uint8Array.from({ length: 300 }, (_, i) => i & 0xff);
    const signed = clientRequest(await signWith(remote(async () => larger.subarray(10, 266))));
    expect(cloudFrontBase64ToBytes(signed.signature)).toEqual(larger.slice(10, 266));
  });

  it("changes nothing with what it does to its input and, later, to its answer", async () => {
    const terms = { dateLessThan: end, ipAddress: "192.0.2.1" };
    const answer = new Uint8Array(256);
    const changing = remote((bytes) => {
      bytes.fill(0);
      answer.fill(7);
      setTimeout(() => answer.fill(0));
      return Promise.resolve(answer);
    });
    const [changed, kept] = await Promise.all(
      [changing, remote(async () => new Uint8Array(256).fill(7))].map((privateKey) =>
        signerOf(privateKey).signUrl(url, terms),
      ),
    );
    expect(changed).toBe(kept);
  });

  it("signs with SHA-1 when it says so, and no Hash-Algorithm is sent", async () => {
    const signed = clientRequest(
      await signWith(remote(async () => new Uint8Array(256), { hashAlgorithm: "SHA1" })),
    );
    expect(signed.order).toEqual(["Expires", "Signature", "Key-Pair-Id"]);
  });
});

it("a remote EC signer gives raw or DER signatures", async () => {
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", keyBytes("ecp256.pkcs8.der"), ecdsa, false, ["sign"]);
  const raw = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign(ecdsa, key, Uint8Array.from(bytes)));
  const signed = clientRequest(await signWith(remote(raw, { keyType: "EC" })));
  expect(await isSignatureValid("ecp256.pub.spki.pem", signed)).toBe(true);
  const der = cloudFrontBase64ToBytes(signed.signature);
  expect(clientRequest(await signWith(remote(async () => der, { keyType: "EC" }))).signature).toBe(
    signed.signature,
  );
});

describe("what a remote signer may not give", () => {
  const cases: Record<string, [result: unknown, keyType?: "EC"]> = {
    // As long as RSA signatures are: nothing but bytes may pass for bytes.
    "base64 text": [btoa("x".repeat(256))],
    "an array of numbers": [new Array(256).fill(1)],
    "16-bit numbers": [new Uint16Array(256)],
    "no bytes": [new Uint8Array()],
    "a byte too few for RSA 1024": [new Uint8Array(127)],
    "a byte too many for RSA 4096": [new Uint8Array(513)],
    "an EC signature for RSA": [new Uint8Array(64)],
    "an RSA signature for EC": [new Uint8Array(256), "EC"],
    "a byte too few for raw": [new Uint8Array(63).fill(1), "EC"],
    "a byte too many for raw": [new Uint8Array(65).fill(1), "EC"],
    "DER that was cut": [new Uint8Array([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01]), "EC"],
    "DER with a byte behind it": [new Uint8Array([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0]), "EC"],
    "DER of one number": [new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x01]), "EC"],
    "DER of three numbers": [
      new Uint8Array([0x30, 0x09, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]),
      "EC",
    ],
    "DER of P-384": [
      new Uint8Array([
        0x30,
        0x64,
        0x02,
        0x30,
        ...new Uint8Array(48).fill(1),
        0x02,
        0x30,
        ...new Uint8Array(48).fill(1),
      ]),
      "EC",
    ],
    "DER of no numbers": [new Uint8Array([0x30, 0x04, 0x04, 0, 0x04, 0]), "EC"],
  };

  it.each(Object.entries(cases))("%s", async (_, [result, keyType = "RSA"]) => {
    expect(await refusedAs(() => signWith(remote(async () => result, { keyType })))).toBe(
      "ERR_SIGNING_FAILED privateKey",
    );
  });

  it("an error: it becomes the cause", async () => {
    const cause = new Error("ThrottlingException");
    for (const sign of [
      () => Promise.reject(cause),
      () => {
        throw cause;
      },
    ]) {
      const error = await refusal(() => signWith(remote(sign)));
      expect(`${error.code} ${error.option}`).toBe("ERR_SIGNING_FAILED privateKey");
      expect(error.cause).toBe(cause);
    }
  });

  it("an error of this package: it comes through as it is, also from another copy of the package", async () => {
    const own = await refusal(() => signWith(undefined));
    const copy = Object.assign(new Error("sign: failed"), {
      name: "CloudFrontSignError",
      code: "ERR_SIGNING_FAILED",
      option: "sign",
    });
    for (const error of [own, copy]) {
      const thrown = signWith(remote(() => Promise.reject(error)));
      await expect(thrown).rejects.toBe(error);
    }
  });

  it("the reason of its signal: it comes through as it is, but only once the signal has aborted", async () => {
    const reason = new Error("the server stops");
    const rejecting = (signal: object) => signWith(remote(() => Promise.reject(reason), { signal }));
    await expect(rejecting({ aborted: true, reason })).rejects.toBe(reason);
    for (const signal of [
      { aborted: false, reason },
      { aborted: true, reason: new Error("x") },
      new Proxy({}, {}),
    ])
      expect((await refusal(() => rejecting(signal))).cause).toBe(reason);
  });

  it("and an error passes: the next call asks again", async () => {
    let asked = 0;
    const signer = signerOf(
      remote(async () => (asked++ === 0 ? Promise.reject(new Error("timeout")) : new Uint8Array(256))),
    );
    expect(await refusedAs(() => signer.signUrl(url, { dateLessThan: end }))).toBe(
      "ERR_SIGNING_FAILED privateKey",
    );
    expect(clientRequest(await signer.signUrl(url, { dateLessThan: end })).resource).toBe(url);
  });
});
