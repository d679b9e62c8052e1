import { type KeyFile, keyText, pemToDer } from "./keys.ts";

/** The bytes that these tests sign. */
export const policy = new TextEncoder().encode('{"Statement":[]}');

/** A pair of keys of the vectors. */
export const pairs = {
  RSA: { private: "rsa2048.pkcs8.pem", public: "rsa2048.pub.spki.pem" },
  "another RSA": { private: "rsa2048-b.pkcs8.pem", public: "rsa2048-b.pub.spki.pem" },
  EC: { private: "ecp256.pkcs8.pem", public: "ecp256.pub.spki.pem" },
} as const satisfies Record<string, { private: KeyFile; public: KeyFile }>;
export type Pair = keyof typeof pairs;

export const publicKeyOf = (pair: Pair): string => keyText(pairs[pair].public);

type Hash = "SHA-1" | "SHA-256";

/** WebCrypto's signature: PKCS#1 v1.5, or r‖s. */
export async function signature(
  pair: Pair,
  bytes: Uint8Array,
  hash: Hash = "SHA-256",
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm =
    pair === "EC" ? { name: "ECDSA", namedCurve: "P-256", hash } : { name: "RSASSA-PKCS1-v1_5", hash };
  const der = pemToDer(keyText(pairs[pair].private));
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, Uint8Array.from(bytes)));
}

export async function isValid(
  pair: Pair,
  signed: Uint8Array,
  bytes: Uint8Array,
  hash: Hash = "SHA-256",
): Promise<boolean> {
  const algorithm =
    pair === "EC" ? { name: "ECDSA", namedCurve: "P-256", hash } : { name: "RSASSA-PKCS1-v1_5", hash };
  const der = pemToDer(publicKeyOf(pair));
  const key = await crypto.subtle.importKey("spki", der, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, Uint8Array.from(signed), Uint8Array.from(bytes));
}

/** The signature of {@link policy} with the key RSA: for tests that sign many times. */
export const policySignature = await signature("RSA", policy);

/** An error as version 3 of the AWS SDK for JavaScript throws it. */
export function awsError(name: string, httpStatusCode = 400, more: object = {}): Error {
  return Object.assign(new Error("User: arn:aws:iam::111122223333:user/a is not authorized"), {
    name,
    $fault: httpStatusCode < 500 ? "client" : "server",
    $metadata: { httpStatusCode, attempts: 1 },
    ...more,
  });
}

/** The answer of `SignCommand`, with what else is in it. */
export const answer = (Signature: unknown = policySignature, more: object = {}) =>
  ({ $metadata: { httpStatusCode: 200 }, Signature, ...more }) as { Signature: Uint8Array };

/** RSASSA-PSS with SHA-256, which CloudFront does not take. */
export async function pssSignature(
  pair: "RSA" | "another RSA",
  bytes: Uint8Array,
  saltLength: number,
): Promise<Uint8Array> {
  const der = pemToDer(keyText(pairs[pair].private));
  const algorithm = { name: "RSA-PSS", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  return new Uint8Array(
    await crypto.subtle.sign({ name: "RSA-PSS", saltLength }, key, Uint8Array.from(bytes)),
  );
}
