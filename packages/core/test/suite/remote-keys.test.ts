import { awsKmsKey, pkcs11Key, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { expect, it } from "vitest";
import { clientRequest, isSignatureValid } from "./support/client.ts";
import { keyBytes, keyText } from "./support/keys.ts";
import { end, host, signerOf } from "./support/signers.ts";

const url = `${host}/image.jpg`;
const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

async function signRsa(bytes: Uint8Array): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("pkcs8", keyBytes("rsa2048.pkcs8.der"), rsa, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign(rsa, key, Uint8Array.from(bytes)));
}

it("three keys sign the same URL", async () => {
  const publicKey = keyText("rsa2048.pub.spki.pem");
  const keys = [
    remoteKey({ publicKey, sign: signRsa }),
    awsKmsKey({
      publicKey,
      keyId: "alias/a",
      sign: async ({ Message }) => ({ Signature: await signRsa(Message) }),
    }),
    pkcs11Key({ publicKey, sign: ({ data }) => signRsa(data) }),
  ];
  for (const key of keys) {
    const signed = await signerOf(key).signUrl(url, { dateLessThan: end });
    expect(await isSignatureValid("rsa2048.pub.spki.pem", clientRequest(signed))).toBe(true);
  }
});
