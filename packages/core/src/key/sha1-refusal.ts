import { decodeBase64 } from "../encoding/base64.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

type Hash = "SHA-1" | "SHA-256";

/**
 * Whether this runtime verifies SHA-256 and refuses SHA-1, or takes every signature with SHA-1 for invalid (in FIPS mode, or
 * under a crypto policy).
 */
export async function isVerifyingSha1Refused(): Promise<boolean> {
  const isWorking = (hash: Hash): Promise<boolean> => verifiesKnownSignature(hash).catch(() => false);
  return !(await isWorking("SHA-1")) && (await isWorking("SHA-256"));
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
  const key = await subtle.importKey("raw", point, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  return subtle.verify({ name: "ECDSA", hash }, key, signature, new Uint8Array());
}
