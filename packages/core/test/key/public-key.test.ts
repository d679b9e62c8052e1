import {
  clientRequest,
  cloudFrontBase64ToBytes,
  derToRaw,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { readAll, write } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { derToPem, keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontPresignedUrl, importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** Public keys in the forms in which people have them, as `CryptoKey`s that verify. */

const url = `${host}/image.jpg`;
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
});

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

it("a public key must be the only one of its text", () => {
  const pem = keyText("rsa2048.pub.spki.pem");
  const other = pemToDer(keyText("rsa2048-b.pkcs8.pem"));
  const [, algorithm, key] = readAll(readAll(other)[0]?.content ?? new Uint8Array());
  const [, n, e] = readAll(readAll(key?.content ?? new Uint8Array())[0]?.content ?? new Uint8Array());
  const half = write(0x30, ...[n, e].map((number) => write(0x02, number?.content ?? [])));
  const spki = write(0x30, write(0x30, algorithm?.content ?? []), write(0x03, [0], half));
  const verifierFor = (key: string) => createCloudFrontVerifier({ publicKeys: { [keyPairId]: key } });
  expect(() => verifierFor(pem + pem)).not.toThrow();
  expect(() => verifierFor(pem + derToPem(spki, "PUBLIC KEY"))).toThrow("contains several different keys");
});
