import {
  clientRequest,
  cloudFrontBase64ToBytes,
  derToRaw,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import {
  base64ToBytes,
  derToPem,
  keyBytes,
  keyText,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl, importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Public keys in the forms in which people have them, as `CryptoKey`s that verify. */

const url = `${host}/image.jpg`;
const content = keyText("rsa2048.pkcs8.pem");
const policy = { url, expireTimeEpochMs: end * 1000 };

describe("importCloudFrontPublicKey", () => {
  const spki = pemToDer(keyText("rsa2048.pub.spki.pem"));
  const forms: Record<string, string | Uint8Array> = {
    "SPKI PEM": keyText("rsa2048.pub.spki.pem"),
    "PKCS#1 PEM": keyText("rsa2048.pub.pkcs1.pem"),
    "SPKI DER": keyBytes("rsa2048.pub.spki.der"),
    "base64 of the DER": btoa(String.fromCharCode(...spki)),
    "escaped line breaks": JSON.stringify(keyText("rsa2048.pub.spki.pem")),
    "another label": derToPem(spki, "RSA PUBLIC KEY"),
  };

  it.each(Object.entries(forms))("takes %s", async (_, publicKey) => {
    const request = clientRequest(await rsaSigner().signUrl(url, { dateLessThan: end }));
    const imported = (await importCloudFrontPublicKey({ content: publicKey })) as CryptoKey;
    expect(imported).toMatchObject({ type: "public", usages: ["verify"] });
    const bytes = cloudFrontBase64ToBytes(request.signature);
    expect(
      await crypto.subtle.verify(
        "RSASSA-PKCS1-v1_5",
        imported,
        bytes,
        new TextEncoder().encode(request.policy),
      ),
    ).toBe(true);
  });

  it("takes P-256 as PEM and as JWK", async () => {
    const signed = clientRequest(
      await createCloudFrontPresignedUrl({
        policy,
        key: { keyPairId, content: keyText("ecp256.pkcs8.pem") },
      }),
    );
    const raw = derToRaw(cloudFrontBase64ToBytes(signed.signature));
    const first = (await importCloudFrontPublicKey({
      keyPairId,
      content: keyText("ecp256.pub.spki.pem"),
    })) as CryptoKey;
    const jwk = await crypto.subtle.exportKey("jwk", first);
    for (const imported of [first, (await importCloudFrontPublicKey({ content: { ...jwk } })) as CryptoKey]) {
      expect(
        await crypto.subtle.verify(
          { name: "ECDSA", hash: "SHA-256" },
          imported,
          raw,
          new TextEncoder().encode(signed.policy),
        ),
      ).toBe(true);
    }
  });

  it.each([
    ["a private key", content, /^ERR_KEY_\w+ content$/],
    ["P-384", keyText("ecp384.pub.spki.pem"), /^ERR_KEY_UNSUPPORTED content$/],
    ["Ed25519", keyText("ed25519.pub.spki.pem"), /^ERR_KEY_UNSUPPORTED content$/],
    ["RSA-PSS", keyText("rsapss2048.pub.spki.pem"), /^ERR_KEY_UNSUPPORTED content$/],
    ["secp256k1", keyText("ecp256k1.pub.spki.pem"), /^ERR_KEY_UNSUPPORTED content$/],
    ["text", "x", /^ERR_KEY_INVALID content$/],
    ["nothing", undefined, /^ERR_(KEY_INVALID|OPTION_MISSING) content$/],
    ["a cut key", keyBytes("rsa2048.pub.spki.der").subarray(0, 200), /^ERR_KEY_INVALID content$/],
    ["garbage inside", base64ToBytes("MAMCAQA="), /^ERR_KEY_\w+ content$/],
  ])("refuses %s", async (_, publicKey, expected) => {
    expect(await refusedAs(() => importCloudFrontPublicKey({ content: publicKey as string }))).toMatch(
      expected,
    );
  });
});
