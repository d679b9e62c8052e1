import { opensshKey } from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import { base64ToBytes, bytesToBase64, derToPem } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import otherKinds from "@cloudfront-sign-webcrypto/testing/vectors/other-kinds.json";
import { importCloudFrontPrivateKey, importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Keys of kinds that CloudFront does not take, in the forms that people have them in, and their names. */

interface OtherKey {
  readonly pkcs8: string;
  readonly spki: string;
  /** RFC 5915. */
  readonly sec1?: string;
  /** OpenSSL's own form of a DSA key. */
  readonly traditional?: string;
  /** Both halves. */
  readonly jwk?: JsonWebKey;
}
const otherKeys: Readonly<Record<keyof typeof otherKinds, OtherKey>> = otherKinds;

/** The words of a message that name a kind: none for those that share the sentence of an unknown algorithm. */
const names: Readonly<Record<keyof typeof otherKinds, readonly string[]>> = {
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
function namedIn(message: string): string[] {
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

function privateForms({ pkcs8, sec1, traditional, jwk }: OtherKey): [form: string, key: unknown][] {
  return [
    ...forms("PRIVATE KEY", pkcs8),
    ...(sec1 ? forms("EC PRIVATE KEY", sec1) : []),
    ...(traditional ? forms("DSA PRIVATE KEY", traditional) : []),
    ...(jwk ? jwkForms(jwk) : []),
  ];
}

function publicForms({ spki, jwk }: OtherKey): [form: string, key: unknown][] {
  const { d: _, ...publicJwk } = jwk ?? {};
  return [...forms("PUBLIC KEY", spki), ...(jwk ? jwkForms(publicJwk) : [])];
}

/** Whether twelve characters of a key are in a text, in any of the ways in which bytes are written. */
function holdsKeyMaterial(text: string, key: OtherKey): boolean {
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

/** Every kind of key that CloudFront does not take is named in each half and form that it exists in. */

const rows = Object.entries(otherKeys) as [kind: keyof typeof otherKeys, key: OtherKey][];

/** A JWK says itself what it is, so its message says what it is not. */
const namesIn = (form: string, kind: keyof typeof otherKeys): readonly string[] =>
  form.startsWith("JWK") ? ["RSA", "EC"] : names[kind];

describe("a private key", () => {
  it.each(rows)("of the kind %s is named in every form", async (kind, key) => {
    for (const [form, source] of privateForms(key)) {
      const { code, message } = await refusal(() => signerOf(source));
      expect([form, code, namedIn(message)]).toEqual([form, "ERR_KEY_UNSUPPORTED", namesIn(form, kind)]);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });

  it.each(rows)("of the kind %s is called a private key where a public one belongs", async (_, key) => {
    for (const [form, source] of privateForms(key).filter(([form]) => !form.startsWith("JWK"))) {
      const { code, message } = await refusal(() => importCloudFrontPublicKey({ content: source as string }));
      expect([form, code]).toEqual([form, "ERR_KEY_NOT_PUBLIC"]);
      expect(message).toMatch(/^content: is an? [\w ]*private key/);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });
});

describe("a public key", () => {
  it.each(rows)("of the kind %s is named in every form", async (kind, key) => {
    for (const [form, source] of publicForms(key)) {
      const { code, message } = await refusal(() => importCloudFrontPublicKey({ content: source as string }));
      expect([form, code, namedIn(message)]).toEqual([form, "ERR_KEY_UNSUPPORTED", namesIn(form, kind)]);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });

  it.each(rows)("of the kind %s is called a public key where a private one belongs", async (_, key) => {
    for (const [form, source] of publicForms(key).filter(([form]) => !form.startsWith("JWK"))) {
      const { code, message } = await refusal(() => signerOf(source));
      expect([form, code]).toEqual([form, "ERR_KEY_NOT_PRIVATE"]);
      expect(message).toMatch(/^privateKey: is an? [\w ]*public key/);
      expect(holdsKeyMaterial(message, key)).toBe(false);
    }
  });
});

it("an OpenSSH key that is cut off is named all the same", async () => {
  const cutOff = derToPem(opensshKey("ssh-rsa").subarray(0, 30), "OPENSSH PRIVATE KEY");
  expect((await refusal(() => signerOf(cutOff))).message).toContain("an OpenSSH private key");
});

it("a remote signer holds no key that can be imported", async () => {
  const content = { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => new Uint8Array(256) };
  expect(await refusedAs(() => importCloudFrontPrivateKey({ keyPairId, content: content as object }))).toBe(
    "ERR_KEY_UNSUPPORTED content",
  );
});
