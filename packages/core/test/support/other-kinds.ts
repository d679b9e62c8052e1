import { base64ToBytes, bytesToBase64, derToPem } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import otherKinds from "@cloudfront-sign-webcrypto/testing/vectors/other-kinds.json";

/** Keys of kinds that CloudFront does not take, in the forms that people have them in, and their names. */

export interface OtherKey {
  readonly pkcs8: string;
  readonly spki: string;
  /** RFC 5915. */
  readonly sec1?: string;
  /** OpenSSL's own form of a DSA key. */
  readonly traditional?: string;
  /** Both halves. */
  readonly jwk?: JsonWebKey;
}
export const otherKeys: Readonly<Record<keyof typeof otherKinds, OtherKey>> = otherKinds;

/** The words of a message that name a kind: none for those that share the sentence of an unknown algorithm. */
export const names: Readonly<Record<keyof typeof otherKinds, readonly string[]>> = {
  "RSA-PSS with parameters": ["RSA-PSS"],
  "RSA-PSS": ["RSA-PSS"],
  X25519: ["X25519"],
  X448: [],
  Ed25519: ["Ed25519"],
  Ed448: [],
  DSA: ["DSA"],
  DH: [],
  "DH (X9.42)": [],
  "P-192": ["EC"],
  "P-224": ["EC"],
  "P-384": ["EC", "P-384"],
  "P-521": ["EC", "P-521"],
  secp256k1: ["EC", "secp256k1"],
  brainpoolP256r1: ["EC"],
  brainpoolP256t1: ["EC"],
  brainpoolP384r1: ["EC"],
  brainpoolP512r1: ["EC"],
  SM2: ["EC"],
  "P-256 with explicit parameters": ["EC", "explicit"],
  "P-384 with explicit parameters": ["EC", "explicit"],
  "secp256k1 with explicit parameters": ["EC", "explicit"],
  "ML-DSA": [],
  "ML-KEM": [],
  "SLH-DSA": [],
};
const allNames = new Set(["RSA", "RSA-OAEP", "ECDH", ...Object.values(names).flat()]);

/** The names of kinds in a message, without the step that helps. Words count as a whole: ML-DSA is not a DSA. */
export function namedIn(message: string): string[] {
  const [problem = ""] = message.split("; ");
  return Array.from(problem.match(/[\w-]+/g) ?? []).filter((word) => allNames.has(word));
}

/** The forms that a key of DER is pasted in. */
function forms(label: string, base64: string): [form: string, key: unknown][] {
  const der = base64ToBytes(base64);
  return [
    ["PEM", derToPem(der, label)],
    ["DER", der],
    ["DER as base64", base64],
    ["PEM as base64", bytesToBase64(new TextEncoder().encode(derToPem(der, label)))],
  ];
}

function jwkForms(jwk: JsonWebKey): [form: string, key: unknown][] {
  return [
    ["JWK", jwk],
    ["JWK as text", JSON.stringify(jwk)],
  ];
}

export function privateForms({ pkcs8, sec1, traditional, jwk }: OtherKey): [form: string, key: unknown][] {
  return [
    ...forms("PRIVATE KEY", pkcs8),
    ...(sec1 ? forms("EC PRIVATE KEY", sec1) : []),
    ...(traditional ? forms("DSA PRIVATE KEY", traditional) : []),
    ...(jwk ? jwkForms(jwk) : []),
  ];
}

export function publicForms({ spki, jwk }: OtherKey): [form: string, key: unknown][] {
  const { d: _, ...publicJwk } = jwk ?? {};
  return [...forms("PUBLIC KEY", spki), ...(jwk ? jwkForms(publicJwk) : [])];
}

/** Whether twelve characters of a key are in a text, in any of the ways in which bytes are written. */
export function holdsKeyMaterial(text: string, key: OtherKey): boolean {
  const { d = "", x = "", y = "" } = key.jwk ?? {};
  const written = [key.pkcs8, key.spki, key.sec1 ?? "", d, x, y].flatMap((base64) => {
    const standard = base64.replaceAll("-", "+").replaceAll("_", "/");
    const hex = Array.from(base64ToBytes(standard), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [base64, standard, hex, hex.toUpperCase()];
  });
  for (let at = 0; at + 12 <= text.length; at++) {
    const part = text.slice(at, at + 12);
    if (written.some((secret) => secret.includes(part))) return true;
  }
  return false;
}
