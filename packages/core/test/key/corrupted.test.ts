import {
  clientRequest,
  cloudFrontBase64ToBytes,
  derToRaw,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { changeRsa, hexToBytes, readAll, sec1 } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { smallPoint, smallScalar } from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/**
 * Keys in correct DER whose numbers are wrong. Most implementations sign with them all the same, and every
 * URL is a 403. A PEM or DER reader cannot tell; arithmetic, or the public key inside the private one, can.
 */

const url = `${host}/image.jpg`;
const pkcs1 = keyBytes("rsa2048.pkcs1.der");
const sign = (privateKey: unknown) => signerOf(privateKey).signUrl(url, { dateLessThan: end });

describe("an RSA key of wrong numbers", () => {
  const zero = new Uint8Array(1);
  const cases: Record<string, Parameters<typeof changeRsa>[1]> = {
    "p and q exchanged, the rest not": (name, content) => {
      const numbers = readAll(readAll(pkcs1)[0]?.content ?? new Uint8Array());
      return name === "p"
        ? (numbers[5]?.content ?? content)
        : name === "q"
          ? (numbers[4]?.content ?? content)
          : content;
    },
    "p zero": (name, content) => (name === "p" ? zero : content),
    "p one": (name, content) => (name === "p" ? [1] : content),
    "e zero": (name, content) => (name === "e" ? zero : content),
    "everything zero": (name, content) => (name === "version" ? content : zero),
    "everything one": (name, content) => (name === "version" ? content : [1]),
    "empty numbers": (name, content) => (name === "version" ? content : []),
  };

  it.each(Object.entries(cases))("%s", async (_, change) => {
    expect(await refusedAs(() => signerOf(changeRsa(pkcs1, change)))).toBe("ERR_KEY_INVALID privateKey");
  });
});

it.each<[string, Parameters<typeof changeRsa>[1]]>([
  [
    "without the zero byte that keeps its modulus positive",
    (name, content) => (name === "n" ? content.subarray(1) : content),
  ],
  [
    "of version 1, without the further primes of that version",
    (name, content) => (name === "version" ? [1] : content),
  ],
])("an RSA key %s is refused, or signs as it should", async (_, change) => {
  const changed = changeRsa(pkcs1, change);
  const outcome = await (async () => sign(changed))().catch((error: unknown) =>
    refusedAs(() => Promise.reject(error)),
  );
  if (outcome !== "ERR_KEY_INVALID privateKey") expect(outcome).toBe(await sign(pkcs1));
});

describe("an EC key", () => {
  const forms = {
    "in full length": smallScalar,
    "without its leading zeros, as old Java and OpenSSL wrote it": smallScalar.subarray(2),
    "with a zero byte too many": new Uint8Array([0, ...smallScalar]),
  };

  /** Whether a URL is signed with the small scalar. */
  async function fits(signed: string): Promise<boolean> {
    const request = clientRequest(signed);
    const spki = new Uint8Array([...pemToDer(keyText("ecp256.pub.spki.pem")).subarray(0, 26), ...smallPoint]);
    const key = await crypto.subtle.importKey("spki", spki, { name: "ECDSA", namedCurve: "P-256" }, false, [
      "verify",
    ]);
    const raw = derToRaw(cloudFrontBase64ToBytes(request.signature));
    return crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      key,
      raw,
      new TextEncoder().encode(request.policy),
    );
  }

  it.each(Object.entries(forms))("with a small scalar, %s, signs", async (_, scalar) => {
    expect(await fits(await sign(sec1(scalar, smallPoint)))).toBe(true);
  });

  const order = hexToBytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
  const broken = {
    "a scalar of the group's order": sec1(order, smallPoint),
    "no scalar": sec1([], smallPoint),
    "a scalar that is too long": sec1(new Uint8Array(33).fill(1), smallPoint),
    "a scalar that is too long, without a point": sec1(new Uint8Array(33).fill(1)),
    "a scalar of zero, without a point": sec1(new Uint8Array(32)),
    "a scalar of the group's order, without a point": sec1(order),
  };

  // Some runtimes look at the numbers on import, others when they sign, and some never look at the point: all
  // that counts is that no URL comes out which nobody's public key fits.
  it.each(Object.entries(broken))("with %s is refused, or signs as it should", async (_, key) => {
    const outcome = await (async () => sign(key))().catch((error: unknown) =>
      refusedAs(() => Promise.reject(error)),
    );
    if (outcome.startsWith("https:")) expect(await fits(outcome)).toBe(true);
    else expect(outcome).toMatch(/^ERR_(KEY_INVALID|SIGNING_FAILED) privateKey$/);
  });
});
