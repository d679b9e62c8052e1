import { createHash } from "node:crypto";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { refuse } from "../arguments/refusal.ts";
import { program } from "../program.ts";

/** The kinds of keys that CloudFront accepts (CloudFront API Reference, PublicKeyConfig). */
export const keyTypes = ["rsa", "ec"] as const;

export type KeyPairType = (typeof keyTypes)[number];

const rsaBits = 2048;

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const p256 = { name: "ECDSA", namedCurve: "P-256" };

/** Both halves as PEM text. Without the line break at its end, Terraform would see a change each time. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

export async function createKeyPair(type: KeyPairType): Promise<KeyPair> {
  const algorithm =
    type === "rsa" ? { ...rsa, modulusLength: rsaBits, publicExponent: Uint8Array.of(1, 0, 1) } : p256;
  const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
  return {
    privateKey: pemText("PRIVATE KEY", await crypto.subtle.exportKey("pkcs8", pair.privateKey)),
    publicKey: pemText("PUBLIC KEY", await crypto.subtle.exportKey("spki", pair.publicKey)),
  };
}

/** A public key of a file as CloudFront accepts it. `source` is the file in messages. */
export async function publicKeyText(content: Uint8Array, source: string): Promise<string> {
  // A runtime may refuse to import a key for SHA-1, which a public key for CloudFront says nothing about.
  const key = (await importCloudFrontPublicKey({ content, hashAlgorithm: "SHA256" })) as CryptoKey;
  const bits = (key.algorithm as RsaHashedKeyAlgorithm).modulusLength;
  if (bits !== undefined && bits !== rsaBits)
    refuse(
      `${source}: is an RSA key of ${bits} bits, and CloudFront accepts ${rsaBits}; make a new pair: ${program()} keygen`,
    );
  return pemText("PUBLIC KEY", await crypto.subtle.exportKey("spki", key));
}

/** PEM with lines of 64 characters (RFC 7468). */
function pemText(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** The same for the same key: CloudFront accepts a `CallerReference` once. */
export function callerReference(name: string, publicKey: string): string {
  return `${name}-${createHash("sha256").update(publicKey).digest("hex").slice(0, 16)}`;
}
