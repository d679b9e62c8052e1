import type { LoadedKeyValue } from "cloudfront-sign-webcrypto";
import { clientRequest, cloudFrontBase64ToBytes, derToRaw } from "../client.ts";
import { derToPem, keyText, pemToDer } from "../keys.ts";

/** One version of the key of a service. */
export interface KeyVersion extends LoadedKeyValue {
  readonly keyPairId: string;
  readonly privateKey: string;
  /** SPKI, PEM. */
  readonly publicKey: string;
  readonly isRsa: boolean;
}

/** Whether a signed URL verifies with the public key that belongs to its ID. */
export type CheckUrl = (url: string) => boolean | Promise<boolean>;

/** P-256 is fast; the version with index 1 is RSA. */
export function makeKeyVersions(count: number): Promise<KeyVersion[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => (i === 1 ? rsaVersion(i) : ecVersion(i))));
}

const idOf = (index: number): string => `KVERSION${index}`;

function rsaVersion(index: number): KeyVersion {
  return {
    keyPairId: idOf(index),
    privateKey: keyText("rsa2048.pkcs8.pem"),
    publicKey: keyText("rsa2048.pub.spki.pem"),
    isRsa: true,
  };
}

async function ecVersion(index: number): Promise<KeyVersion> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const exportAs = async (format: "pkcs8" | "spki", key: CryptoKey, label: string) =>
    derToPem(new Uint8Array((await crypto.subtle.exportKey(format, key)) as ArrayBuffer), label);
  return {
    keyPairId: idOf(index),
    privateKey: await exportAs("pkcs8", privateKey, "PRIVATE KEY"),
    publicKey: await exportAs("spki", publicKey, "PUBLIC KEY"),
    isRsa: false,
  };
}

/** Checks with WebCrypto alone. */
export async function webCryptoCheck(versions: readonly KeyVersion[]): Promise<CheckUrl> {
  const keys = new Map<string | undefined, CryptoKey>();
  for (const { keyPairId, publicKey, isRsa } of versions) {
    const algorithm = isRsa
      ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }
      : { name: "ECDSA", namedCurve: "P-256" };
    const spki = pemToDer(publicKey);
    keys.set(keyPairId, await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]));
  }
  return async (url) => {
    const { keyPairId, policy, signature, hashAlgorithm } = clientRequest(url);
    const key = keys.get(keyPairId);
    if (!key) return false;
    const isEc = key.algorithm.name === "ECDSA";
    if (hashAlgorithm !== (isEc ? "SHA256" : "SHA1")) return false;
    const bytes = cloudFrontBase64ToBytes(signature);
    return crypto.subtle.verify(
      { name: key.algorithm.name, hash: "SHA-256" },
      key,
      isEc ? derToRaw(bytes) : bytes,
      new TextEncoder().encode(policy),
    );
  };
}
