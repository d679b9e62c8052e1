import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";

export interface KeyPair {
  readonly pem: string;
  readonly publicKey: KeyObject;
}

export function rsaKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { pem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(), publicKey };
}

export function p256KeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return { pem: privateKey.export({ type: "sec1", format: "pem" }).toString(), publicKey };
}

/** Verifies with node:crypto, which shares no code with the library. */
export function fits(
  publicKey: KeyObject,
  signed: { policy: string; signature: string; hashAlgorithm: string },
): boolean {
  return verify(
    signed.hashAlgorithm,
    Buffer.from(signed.policy),
    publicKey,
    cloudFrontBase64ToBytes(signed.signature),
  );
}
