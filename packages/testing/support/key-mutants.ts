import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { expect } from "vitest";
import { clientRequest, isSignatureValid } from "./client.ts";
import { hexToBytes, readAll } from "./der.ts";
import {
  bytesToBase64,
  bytesToBase64Url,
  derToPem,
  type KeyFile,
  keyBytes,
  keyText,
  passphrase,
  pemToDer,
} from "./keys.ts";
import { end, host, signerOf } from "./signers.ts";

/**
 * Keys with one mistake in them, and what becomes of each: refused, or the same key still. Never another key,
 * never a word of the key.
 */

export interface KeyKind {
  readonly bytes: Uint8Array;
  readonly publicKey: KeyFile;
  /** The numbers that nobody may see. */
  readonly secrets: readonly Uint8Array[];
}

const contentOf = (der: Uint8Array | undefined) =>
  readAll(readAll(der ?? new Uint8Array())[0]?.content ?? new Uint8Array());

/** The private numbers of a key in PKCS#8 that is not encrypted. */
function secretsOf(pkcs8: Uint8Array): Uint8Array[] {
  const inside = contentOf(contentOf(pkcs8)[2]?.content);
  // RSA: all behind version, n and e. EC: the scalar.
  return inside.length === 9
    ? inside.slice(3).map(({ content }) => content)
    : [inside[1]?.content ?? new Uint8Array()];
}

const withoutZero = (bytes: Uint8Array | undefined) =>
  bytesToBase64Url((bytes ?? new Uint8Array()).subarray(bytes?.[0] === 0 ? 1 : 0));

/** The JSON text of the JWK of an RSA key in PKCS#1. */
function rsaJwkText(pkcs1: Uint8Array): string {
  const [, ...numbers] = contentOf(pkcs1).map(({ content }) => withoutZero(content));
  const names = ["n", "e", "d", "p", "q", "dp", "dq", "qi"];
  return JSON.stringify({ kty: "RSA", ...Object.fromEntries(names.map((name, i) => [name, numbers[i]])) });
}

const ecPkcs8 = keyBytes("ecp256.pkcs8.der");
const ecSec1 = pemToDer(keyText("ecp256.sec1.pem"));
export const ecPoint = ecPkcs8.subarray(-65);
export const ecScalar = secretsOf(ecPkcs8)[0] ?? new Uint8Array();
/** Another key on P-256, whose scalar starts with two zero bytes, as one key in 65,536 does. */
export const smallScalar = hexToBytes("00000bf904c3cecdc2a3d5459896ea3d878af8e9525d0d9c2500f8060b54a3ab");
export const smallPoint = hexToBytes(
  "0479b4774bb08afb9015718abe303edd236db3b22408aa6340094b0ac079859b48415cd645f7effceed1a4925ea1c736c989caaff774780c3642904d0661dac9d6",
);
const ecJwkText = JSON.stringify({
  kty: "EC",
  crv: "P-256",
  x: bytesToBase64Url(ecPoint.subarray(1, 33)),
  y: bytesToBase64Url(ecPoint.subarray(33)),
  d: bytesToBase64Url(ecScalar),
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const rsaKind = (size: "rsa1024" | "rsa2048") => {
  const pkcs8 = pemToDer(keyText(`${size}.pkcs8.pem`));
  const secrets = secretsOf(pkcs8);
  const pkcs1 = pemToDer(keyText(`${size}.pkcs1.pem`));
  const publicKey: KeyFile = `${size}.pub.spki.pem`;
  return {
    [`${size} PKCS#8 DER`]: { bytes: pkcs8, publicKey, secrets },
    [`${size} PKCS#1 DER`]: { bytes: pkcs1, publicKey, secrets },
    [`${size} PKCS#8 PEM`]: { bytes: utf8(derToPem(pkcs8, "PRIVATE KEY")), publicKey, secrets },
    [`${size} PKCS#1 PEM`]: { bytes: utf8(derToPem(pkcs1, "RSA PRIVATE KEY")), publicKey, secrets },
    [`${size} JWK`]: { bytes: utf8(rsaJwkText(pkcs1)), publicKey, secrets },
  };
};
const ecKind = { publicKey: "ecp256.pub.spki.pem", secrets: [ecScalar] } as const;
const encrypted = pemToDer(keyText("ecp256.enc-aes256-sha256.pkcs8.pem"));

export const privateKinds: Readonly<Record<string, KeyKind>> = {
  ...rsaKind("rsa1024"),
  ...rsaKind("rsa2048"),
  "P-256 PKCS#8 DER": { bytes: ecPkcs8, ...ecKind },
  "P-256 SEC1 DER": { bytes: ecSec1, ...ecKind },
  "P-256 PKCS#8 PEM": { bytes: utf8(derToPem(ecPkcs8, "PRIVATE KEY")), ...ecKind },
  "P-256 SEC1 PEM": { bytes: utf8(derToPem(ecSec1, "EC PRIVATE KEY")), ...ecKind },
  "P-256 SEC1 of a compressed point": {
    bytes: pemToDer(keyText("ecp256.compressed-point.sec1.pem")),
    ...ecKind,
  },
  "P-256 JWK": { bytes: utf8(ecJwkText), ...ecKind },
  "P-256 encrypted DER": { bytes: encrypted, ...ecKind },
  "P-256 encrypted PEM": { bytes: utf8(derToPem(encrypted, "ENCRYPTED PRIVATE KEY")), ...ecKind },
};

/** Private keys of other kinds, which are refused; every byte of them counts as secret. */
export const otherKinds = (
  [
    "ed25519.pkcs8.pem",
    "ed448.pkcs8.pem",
    "x25519.pkcs8.pem",
    "ecp384.pkcs8.pem",
    "ecp384.sec1.pem",
    "ecp521.pkcs8.pem",
    "ecp256k1.pkcs8.pem",
    "brainpool256.sec1.pem",
    "ecp256-explicit.pkcs8.pem",
    "dsa2048.pkcs8.pem",
    "rsa512.pkcs8.pem",
    "rsapss2048.pkcs8.pem",
  ] satisfies KeyFile[]
).map((file): [file: KeyFile, der: Uint8Array] => [file, pemToDer(keyText(file))]);

const rsaSpki = keyBytes("rsa2048.pub.spki.der");
const ecSpki = pemToDer(keyText("ecp256.pub.spki.pem"));
export const publicKinds: Readonly<Record<string, Uint8Array>> = {
  "RSA SPKI DER": rsaSpki,
  "RSA PKCS#1 DER": pemToDer(keyText("rsa2048.pub.pkcs1.pem")),
  "RSA SPKI PEM": utf8(derToPem(rsaSpki, "PUBLIC KEY")),
  "P-256 SPKI DER": ecSpki,
  "P-256 SPKI PEM": utf8(derToPem(ecSpki, "PUBLIC KEY")),
};

/** Each byte dropped, and each `step`th bit flipped. */
export function* mutants(bytes: Uint8Array, step = 1, dropStep = step): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += dropStep) {
    const mutant = bytes.slice(0, -1);
    mutant.set(bytes.subarray(at + 1), at);
    yield mutant;
  }
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const mutant = Uint8Array.from(bytes);
    mutant[bit >> 3] = (mutant[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield mutant;
  }
}

/** Every run of 6 bytes in every writing that a message could have. */
export function writings(secrets: readonly Uint8Array[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + 6 <= secret.length; at++) {
      const run = secret.subarray(at, at + 6);
      const hex = Array.from(run, (byte) => byte.toString(16).padStart(2, "0"));
      for (const separator of [".", ",", " ", ", "]) all.add(run.join(separator));
      for (const separator of ["", ":", " "])
        all.add(hex.join(separator)).add(hex.join(separator).toUpperCase());
      all
        .add(bytesToBase64(run))
        .add(bytesToBase64Url(run))
        .add(String.fromCharCode(...run));
    }
  }
  return all;
}

/** All that a log would show of an error, its causes and their properties with it. */
export function everythingOf(error: unknown): string {
  const { message, stack, cause } = Object(error) as Error;
  const own = JSON.stringify(error, Object.getOwnPropertyNames(Object(error)));
  return [
    message,
    stack,
    String(error),
    own,
    JSON.stringify(error),
    ...(cause === undefined ? [] : [everythingOf(cause)]),
  ].join("\n");
}

/** What an error says, its own properties and its causes with it, but for the stacks. */
function wordsOf(error: unknown): string {
  const { cause } = Object(error) as Error;
  return `${error}\n${JSON.stringify(error)}${cause === undefined ? "" : `\n${wordsOf(cause)}`}`;
}

export interface Outcomes {
  refused: number;
  signed: number;
  /** All that a log would show, by what the error and its causes say: a stack of the same words shows no more. */
  readonly texts: Map<string, string>;
  readonly codes: Record<string, number>;
}

export function noOutcomes(): Outcomes {
  return { refused: 0, signed: 0, texts: new Map(), codes: {} };
}

function refusedWith(error: unknown, outcomes: Outcomes): void {
  if (!isCloudFrontSignError(error)) throw error;
  outcomes.refused++;
  outcomes.codes[error.code] = (outcomes.codes[error.code] ?? 0) + 1;
  const said = wordsOf(error);
  if (!outcomes.texts.has(said)) outcomes.texts.set(said, everythingOf(error));
}

/** Uses a mutant; what comes through is the same key, or it fails here. */
export async function use(mutant: Uint8Array, publicKey: KeyFile, outcomes: Outcomes): Promise<void> {
  let signed: string;
  try {
    signed = await signerOf(mutant, { passphrase }).signUrl(`${host}/a`, { dateLessThan: end });
  } catch (error) {
    refusedWith(error, outcomes);
    return;
  }
  outcomes.signed++;
  expect(await isSignatureValid(publicKey, clientRequest(signed))).toBe(true);
}

/** Reads a mutant, which imports nothing; whether it comes through. */
export function read(mutant: Uint8Array, outcomes: Outcomes): boolean {
  try {
    signerOf(mutant, { passphrase });
    return true;
  } catch (error) {
    refusedWith(error, outcomes);
    return false;
  }
}

export function leaks({ texts }: Outcomes, secrets: readonly Uint8Array[]): string[] {
  const searched = [...texts.values()].join("\n");
  return [...writings(secrets)].filter((writing) => searched.includes(writing));
}
