import { decodeBase64 } from "../encoding/base64.ts";
import type { KeyType } from "./algorithm.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

// A runtime refuses SHA-1 at its import, at its signature or at its verification: in FIPS mode, or under a
// crypto policy. After a failure these functions find out whether that is the reason.

type Hash = "SHA-1" | "SHA-256";

const p256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Whether this runtime signs with SHA-256 and refuses SHA-1. Makes throw-away keys. */
export async function isSigningWithSha1Refused(keyType: KeyType): Promise<boolean> {
  if (await isRefused((hash) => signs(p256, hash))) return true;
  // It takes far longer to make a key of RSA.
  const rsa = { name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
  return keyType === "RSA" && isRefused((hash) => signs(rsa, hash));
}

/** Whether this runtime verifies SHA-256 and refuses SHA-1, or takes every signature with SHA-1 for invalid. */
export async function isVerifyingSha1Refused(): Promise<boolean> {
  return isRefused(verifiesKnownSignature);
}

async function isRefused(works: (hash: Hash) => Promise<boolean>): Promise<boolean> {
  const isWorking = (hash: Hash): Promise<boolean> => works(hash).catch(() => false);
  return !(await isWorking("SHA-1")) && (await isWorking("SHA-256"));
}

async function signs(key: object, hash: Hash): Promise<boolean> {
  const subtle = subtleCrypto();
  const algorithm = { ...key, hash } as EcKeyGenParams & EcdsaParams;
  const { privateKey } = await subtle.generateKey(algorithm, false, ["sign"]);
  await subtle.sign(algorithm, privateKey, new Uint8Array(1));
  return true;
}

/** A point of a throw-away key, and its signatures of no bytes. */
const knownPoint = "BGu-Ek0WEy1IAU8zfgkljN4RQjFaHuRo-qz8DhUMxwcPOhTO3A60MoG5fND5KSDaCGc9tvS6_khuCNMzgOlumaA";
const knownSignatures: Readonly<Record<Hash, string>> = {
  "SHA-1": "z2-ZdSOEdtbp0qUPIVFV0zvYibLCSe-HngtFSnzD7spK1FK-edlJy91nORnuulgJ9r4pN8uq7Kv6FeBWcWJtOg",
  "SHA-256": "c8nVRDXQyP8cFlQfpDaVc-8huiBUYBTFjmJVn2sIsmfwCcJGYYfbct_iapiuabLjM8SRRPMkHQdz4N9EGoygUw",
};

async function verifiesKnownSignature(hash: Hash): Promise<boolean> {
  const subtle = subtleCrypto();
  const point = decodeBase64(knownPoint) as Uint8Array<ArrayBuffer>;
  const signature = decodeBase64(knownSignatures[hash]) as Uint8Array<ArrayBuffer>;
  const key = await subtle.importKey("raw", point, p256, false, ["verify"]);
  return subtle.verify({ name: "ECDSA", hash }, key, signature, new Uint8Array());
}
