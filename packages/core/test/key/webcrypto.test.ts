import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/**
 * Keys that were imported before they came here: `CryptoKey` and JSON Web Key. What they say of their use is
 * obeyed.
 */

const url = `${host}/image.jpg`;
const rsaName = "RSASSA-PKCS1-v1_5";
const rsaDer = keyBytes("rsa2048.pkcs8.der");
const ecDer = keyBytes("ecp256.pkcs8.der");

const rsaKey = (hash: string, name = rsaName) =>
  crypto.subtle.importKey("pkcs8", rsaDer, { name, hash }, true, [name === "RSA-OAEP" ? "decrypt" : "sign"]);
const ecKey = () =>
  crypto.subtle.importKey("pkcs8", ecDer, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
const sign = async (privateKey: unknown, hashAlgorithm?: "SHA1" | "SHA256") =>
  clientRequest(
    await signerOf(privateKey, hashAlgorithm ? { hashAlgorithm } : {}).signUrl(url, { dateLessThan: end }),
  );

describe("a CryptoKey", () => {
  it("that calls itself a Promise is refused, since a Promise of it would take its answer", async () => {
    const { type, algorithm, usages } = await rsaKey("SHA-1");
    const answer = (resolve: (value: unknown) => void) => resolve("anything");
    // biome-ignore lint/suspicious/noThenProperty: this is what is tested
    const content = { type, algorithm, usages, extractable: false, then: answer };
    expect(await refusedAs(() => importCloudFrontPrivateKey({ keyPairId, content }))).toBe(
      "ERR_KEY_INVALID content",
    );
  });

  it.each([
    ["SHA-1", undefined, "SHA1"],
    ["SHA-1", "SHA1", "SHA1"],
    ["SHA-256", undefined, "SHA256"],
    ["SHA-256", "SHA256", "SHA256"],
  ] as const)("of RSA bound to %s, asked for %s, signs with %s", async (bound, asked, used) => {
    const request = await sign(await rsaKey(bound), asked);
    expect(request.hashAlgorithm).toBe(used);
    expect(request.signature).toBe((await sign(keyText("rsa2048.pkcs8.pem"), used)).signature);
  });

  it.each([
    [undefined, "SHA256"],
    ["SHA1", "SHA1"],
    ["SHA256", "SHA256"],
  ] as const)("of P-256, asked for %s, signs with %s", async (asked, used) => {
    const request = await sign(await ecKey(), asked);
    expect(request.hashAlgorithm).toBe(used);
    expect(await isSignatureValid("ecp256.pub.spki.pem", request)).toBe(true);
  });

  it("need not be extractable", async () => {
    const key = await crypto.subtle.importKey("pkcs8", rsaDer, { name: rsaName, hash: "SHA-1" }, false, [
      "sign",
    ]);
    expect((await sign(key)).signature).toBe(
      clientRequest(await rsaSigner().signUrl(url, { dateLessThan: end })).signature,
    );
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

type Jwk = Record<string, unknown>;
const exported = async (key: Promise<CryptoKey>): Promise<Jwk> => ({
  ...(await crypto.subtle.exportKey("jwk", await key)),
});
/** The numbers alone. */
const bare = async (key: Promise<CryptoKey>): Promise<Jwk> => {
  const { alg: _, key_ops: _operations, ext: _extractable, ...numbers } = await exported(key);
  return numbers;
};

describe("a JSON Web Key", () => {
  const accepted: Record<string, (rsa: Jwk) => unknown> = {
    "the numbers alone": (rsa) => rsa,
    "with alg RS1": (rsa) => ({ ...rsa, alg: "RS1" }),
    "with use and key_ops": (rsa) => ({ ...rsa, use: "sig", key_ops: ["sign"] }),
    // What a JWK says of its use is between its owner and other programs: CloudFront accepts the numbers.
    "for another use": (rsa) => ({ ...rsa, use: "enc", alg: "RSA-OAEP", key_ops: ["decrypt"] }),
    "with several key_ops": (rsa) => ({ ...rsa, key_ops: ["verify", "sign"] }),
    "with a kid and certificates": (rsa) => ({ kid: "2026-01", x5c: ["AAAA"], ...rsa }),
    frozen: (rsa) => Object.freeze({ ...rsa }),
    "JSON text": (rsa) => JSON.stringify(rsa),
    "JSON text, pretty": (rsa) => `\n${JSON.stringify(rsa, null, 2)}\n`,
    "JSON text in bytes": (rsa) => new TextEncoder().encode(JSON.stringify(rsa)),
    "base64 of its JSON text": (rsa) => btoa(JSON.stringify(rsa)),
  };

  it.each(Object.entries(accepted))("of RSA, %s, gives the same signature", async (_, form) => {
    const expected = clientRequest(await rsaSigner().signUrl(url, { dateLessThan: end }));
    expect(await sign(form(await bare(rsaKey("SHA-1"))))).toEqual(expected);
  });

  // Its alg names one hash where CloudFront accepts two: the hash is asked for, or the default.
  it("of RSA as WebCrypto exports it, for either hash, signs with the hash that is asked for", async () => {
    for (const bound of ["SHA-1", "SHA-256"]) {
      const jwk = await exported(rsaKey(bound));
      for (const hashAlgorithm of ["SHA1", "SHA256"] as const) {
        expect(await sign(jwk, hashAlgorithm)).toEqual(
          await sign(keyText("rsa2048.pkcs8.pem"), hashAlgorithm),
        );
      }
      expect((await sign(jwk)).hashAlgorithm).toBe("SHA1");
    }
  });

  it("of P-256 signs", async () => {
    for (const jwk of [
      await exported(ecKey()),
      await bare(ecKey()),
      { ...(await bare(ecKey())), alg: "ES256" },
    ]) {
      expect(await isSignatureValid("ecp256.pub.spki.pem", await sign(jwk))).toBe(true);
    }
  });

  const refused: Record<string, [change: Jwk, code: RegExp]> = {
    "no d": [{ d: undefined }, /NOT_PRIVATE/],
    "no p": [{ p: undefined }, /INVALID/],
    "no n": [{ n: undefined }, /INVALID/],
    "n empty": [{ n: "" }, /INVALID/],
    "another e": [{ e: "Aw" }, /INVALID/],
    "kty in small letters": [{ kty: "rsa" }, /UNSUPPORTED/],
  };

  it.each(Object.entries(refused))("of RSA with %s is refused", async (_, [change, code]) => {
    const jwk = { ...(await bare(rsaKey("SHA-1"))), ...change };
    const outcome = await refusedAs(() => sign(jwk));
    expect(outcome).toMatch(/^ERR_KEY_[A-Z_]+ privateKey$/);
    expect(outcome).toMatch(code);
  });

  it("of P-256 with a d that is too long is refused", async () => {
    const jwk = { ...(await bare(ecKey())), d: `${"A".repeat(43)}AAAAAAAAAAAAA` };
    // Some runtimes only notice when they sign.
    expect(await refusedAs(() => sign(jwk))).toMatch(/INVALID|SIGNING_FAILED/);
  });
});
