import { keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
const ec = { name: "ECDSA", namedCurve: "P-256" };

async function webCryptoJwk(der: Uint8Array<ArrayBuffer>, algorithm: typeof rsa | typeof ec) {
  const key = await crypto.subtle.importKey("spki", der, algorithm, true, ["verify"]);
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey("jwk", key);
  return kty === "RSA" ? { kty, n, e } : { kty, crv, x, y };
}

describe("exportPublicKey", () => {
  const verifier = verifierOf();

  it("returns what WebCrypto exports, without anything but the numbers", async () => {
    expect(await verifier.exportPublicKey?.(keyPairId)).toEqual(
      await webCryptoJwk(pemToDer(keyText("rsa2048.pub.spki.pem")), rsa),
    );
    expect(await verifier.exportPublicKey?.(ecKeyPairId)).toEqual(
      await webCryptoJwk(pemToDer(keyText("ecp256.pub.spki.pem")), ec),
    );
  });

  it("returns nothing for an ID that is not in the group, of whatever type it is", async () => {
    for (const id of ["KNOBODY", "", undefined, {}, Symbol.iterator])
      expect(await verifier.exportPublicKey?.(id as string)).toBeUndefined();
  });

  it("exports a CryptoKey only if it is extractable", async () => {
    for (const [file, algorithm] of [
      ["rsa2048.pub.spki.pem", rsa],
      ["ecp256.pub.spki.pem", ec],
    ] as const) {
      const keyOf = (extractable: boolean) =>
        crypto.subtle.importKey("spki", pemToDer(keyText(file)), algorithm, extractable, ["verify"]);
      const { exportPublicKey } = createCloudFrontVerifier({
        publicKeys: { KOPEN: await keyOf(true), KCLOSED: await keyOf(false) },
      });
      expect(await exportPublicKey?.("KOPEN")).toEqual(
        await webCryptoJwk(pemToDer(keyText(file)), algorithm),
      );
      expect(await exportPublicKey?.("KCLOSED")).toBeUndefined();
    }
  });

  it("a changed copy does not change the key", async () => {
    const copy = (await verifier.exportPublicKey?.(keyPairId)) ?? expect.fail();
    copy.n = "";
    expect((await verifier.exportPublicKey?.(keyPairId))?.n).not.toBe("");
  });

  it("is the key of a JWK without its other members", async () => {
    const jwk = {
      ...(await webCryptoJwk(pemToDer(keyText("rsa2048.pub.spki.pem")), rsa)),
      alg: "RS256",
      kid: "x",
    };
    const { exportPublicKey } = createCloudFrontVerifier({
      publicKeys: { KJWK: jwk as JsonWebKey as never },
    });
    expect(Object.keys((await exportPublicKey?.("KJWK")) ?? {}).sort()).toEqual(["e", "kty", "n"]);
  });
});
