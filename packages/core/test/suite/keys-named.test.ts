import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { hexToBytes, write } from "./support/der.ts";
import { ecPoint, ecScalar } from "./support/key-mutants.ts";
import {
  bytesToBase64,
  derToPem,
  type KeyFile,
  keyBytes,
  keyText,
  passphrase,
  pemToDer,
} from "./support/keys.ts";
import { refusal } from "./support/refusal.ts";
import { signerOf } from "./support/signers.ts";

/**
 * What is no key for CloudFront is called by its name, with the step that helps for exactly this one: whole
 * messages.
 */

const newKey = "CloudFront takes RSA 2048 or EC P-256, so make a new key: openssl genrsa -out key.pem 2048";
const newEcKey =
  "CloudFront takes P-256 only, so make a new key: openssl ecparam -name prime256v1 -genkey -noout -out key.pem";
const convert = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";
const convertOld =
  "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -provider legacy -provider default -in key.pem -out new.pem";
const expected = "expected a PEM text (-----BEGIN …), DER bytes, a JWK or a CryptoKey";
const corrupted =
  "is cut off or corrupted; copy the whole file again (openssl pkey -check -noout -in key.pem tells whether it is sound)";
const belongs = "pass the private key that belongs to it";

const sequence = (...parts: ArrayLike<number>[]) => write(0x30, ...parts);
const oid = (hex: string) => write(0x06, hexToBytes(hex));
const nil = [5, 0];
/** A private key of any algorithm; what is inside is not looked at. */
const pkcs8 = (algorithm: Uint8Array) =>
  sequence([2, 1, 0], algorithm, write(0x04, write(0x04, new Uint8Array(32).fill(7))));
const spki = (algorithm: Uint8Array) => sequence(algorithm, write(0x03, [0], new Uint8Array(32).fill(7)));
const onCurve = (curve: string) => sequence(oid("2a8648ce3d0201"), oid(curve));
const rsaPssWithParameters = sequence(
  oid("2a864886f70d01010a"),
  sequence(write(0xa0, sequence(oid("608648016503040201")))),
);

/** An encrypted key of any scheme. */
const encrypted = (scheme: Uint8Array) => sequence(scheme, write(0x04, new Uint8Array(32)));
const pbes1 = (hex: string) =>
  encrypted(sequence(oid(hex), sequence(write(0x04, new Uint8Array(8)), [2, 2, 8, 0])));
const pbkdf2 = (
  prf: ArrayLike<number> = [],
  iterations: ArrayLike<number> = [2, 2, 8, 0],
  ...more: ArrayLike<number>[]
) => sequence(oid("2a864886f70d01050c"), sequence(write(0x04, new Uint8Array(8)), iterations, ...more, prf));
const aes256 = sequence(oid("60864801650304012a"), write(0x04, new Uint8Array(16)));
const pbes2 = (derivation: Uint8Array, cipher: Uint8Array = aes256) =>
  encrypted(sequence(oid("2a864886f70d01050d"), sequence(derivation, cipher)));

const unsupported: Record<string, [key: unknown, message: string]> = {
  Ed25519: [keyText("ed25519.pkcs8.pem"), `is a key for Ed25519; ${newKey}`],
  Ed448: [keyText("ed448.pkcs8.pem"), `is a key for Ed448; ${newKey}`],
  X25519: [keyText("x25519.pkcs8.pem"), `is a key for X25519; ${newKey}`],
  X448: [pkcs8(sequence(oid("2b656f"))), `is a key for X448; ${newKey}`],
  "RSA-PSS": [keyText("rsapss2048.pkcs8.pem"), `is a key for RSA-PSS; ${newKey}`],
  "RSA-PSS with parameters": [pkcs8(rsaPssWithParameters), `is a key for RSA-PSS; ${newKey}`],
  "RSA-OAEP": [pkcs8(sequence(oid("2a864886f70d010107"), nil)), `is a key for RSA-OAEP; ${newKey}`],
  DSA: [keyText("dsa2048.pkcs8.pem"), `is a key for DSA; ${newKey}`],
  "DSA in OpenSSL's own form": [
    sequence([2, 1, 0], [2, 1, 7], [2, 1, 7], [2, 1, 7], [2, 1, 7], [2, 1, 7]),
    `is a key for DSA; ${newKey}`,
  ],
  DH: [
    pkcs8(sequence(oid("2a864886f70d010301"), sequence([2, 1, 7], [2, 1, 2]))),
    `is a key for DH; ${newKey}`,
  ],
  "DH of X9.42": [
    pkcs8(sequence(oid("2a8648ce3e0201"), sequence([2, 1, 7], [2, 1, 2]))),
    `is a key for DH; ${newKey}`,
  ],
  "an unknown algorithm": [
    pkcs8(sequence(oid("2a0304"))),
    `is a key for an algorithm that this package does not know; ${newKey}`,
  ],
  "P-384": [keyText("ecp384.pkcs8.pem"), `is an EC key on P-384; ${newEcKey}`],
  "P-384 in SEC1": [keyText("ecp384.sec1.pem"), `is an EC key on P-384; ${newEcKey}`],
  "P-521": [keyText("ecp521.pkcs8.pem"), `is an EC key on P-521; ${newEcKey}`],
  secp256k1: [keyText("ecp256k1.pkcs8.pem"), `is an EC key on secp256k1; ${newEcKey}`],
  brainpool: [keyText("brainpool256.sec1.pem"), `is an EC key on brainpoolP256r1; ${newEcKey}`],
  "an unknown curve": [
    pkcs8(onCurve("2b81040001")),
    `is an EC key on a curve that this package does not know; ${newEcKey}`,
  ],
  "explicit parameters": [
    keyText("ecp256-explicit.pkcs8.pem"),
    "is an EC key with explicit curve parameters; give the curve its name: openssl ec -param_enc named_curve -in key.pem -out new.pem",
  ],
  "RSA of 512 bits": [
    keyText("rsa512.pkcs8.pem"),
    `is an RSA key of 512 bits, and 1024 to 4096 are taken; ${newKey}`,
  ],
  "RSA of 5120 bits": [
    keyText("rsa5120.pkcs8.pem"),
    `is an RSA key of 5120 bits, and 1024 to 4096 are taken; ${newKey}`,
  ],
  "traditional encryption": [
    keyText("rsa2048.enc-dek-aes256.pkcs1.pem"),
    `is in the traditional encryption of PEM, which WebCrypto does not have; ${convert}`,
  ],
  PBES1: [
    pbes1("2a864886f70d010503"),
    `is encrypted with PBES1, which WebCrypto does not have; ${convertOld}`,
  ],
  "PKCS#12 PBE": [
    keyText("rsa2048.enc-pbes1-3des.pkcs8.pem"),
    `is encrypted with PKCS#12 PBE, which WebCrypto does not have; ${convert}`,
  ],
  "PKCS#12 PBE with RC2": [
    pbes1("2a864886f70d010c0106"),
    `is encrypted with PKCS#12 PBE, which WebCrypto does not have; ${convertOld}`,
  ],
  scrypt: [
    keyText("rsa2048.enc-scrypt.pkcs8.pem"),
    `is encrypted with scrypt, which WebCrypto does not have; ${convert}`,
  ],
  "triple DES": [
    keyText("rsa2048.enc-des3.pkcs8.pem"),
    `is encrypted with triple DES, which WebCrypto does not have; ${convert}`,
  ],
  "HMAC with SHA-224": [
    keyText("ecp256.enc-aes256-sha224.pkcs8.pem"),
    `is encrypted with HMAC with SHA-224, which WebCrypto does not have; ${convert}`,
  ],
  "an unknown pseudorandom function": [
    pbes2(pbkdf2(sequence(oid("2a0304"), nil))),
    `is encrypted with a pseudorandom function that this package does not know, which WebCrypto does not have; ${convert}`,
  ],
  Camellia: [
    keyText("ecp256.enc-camellia256.pkcs8.pem"),
    `is encrypted with Camellia, which WebCrypto does not have; ${convert}`,
  ],
  "AES-GCM": [
    pbes2(pbkdf2(), sequence(oid("60864801650304012e"), sequence(write(0x04, new Uint8Array(12))))),
    `is encrypted with AES-GCM, which WebCrypto does not have; ${convert}`,
  ],
  "an unknown cipher": [
    pbes2(pbkdf2(), sequence(oid("2a0304"), nil)),
    `is encrypted with a cipher that this package does not know, which WebCrypto does not have; ${convert}`,
  ],
  "an unknown key derivation": [
    pbes2(sequence(oid("2a0304"), nil)),
    `is encrypted with a key derivation that this package does not know, which WebCrypto does not have; ${convert}`,
  ],
  "OpenSSH, RSA": [
    keyText("rsa2048.openssh.pem"),
    "is a key in OpenSSH's own format; convert it: ssh-keygen -p -m PKCS8 -f key.pem",
  ],
  "a JWK of a secret": [{ kty: "oct", k: "AAAA" }, `is a JWK of a symmetric key (kty oct); ${newKey}`],
  "a JWK of Ed25519": [
    { kty: "OKP", crv: "Ed25519", x: "AAAA", d: "AAAA" },
    `is a JWK of OKP on Ed25519; ${newKey}`,
  ],
  "a JWK of P-521": [
    { kty: "EC", crv: "P-521", x: "AAAA", y: "AAAA", d: "AAAA" },
    `is a JWK of EC on P-521; ${newEcKey}`,
  ],
  "a JWK of another curve": [
    { kty: "EC", crv: "AAAA" },
    `is a JWK of EC on a curve that this package does not know; ${newEcKey}`,
  ],
  "a JWK of another kty": [{ kty: "AKP" }, `is a JWK of a kty that this package does not know; ${newKey}`],
  "a JWK Set": [{ keys: [] }, "is a JWK Set; pass one of its keys"],
  "a pair of keys": [
    { privateKey: {}, publicKey: {} },
    "is an object with a privateKey in it, such as a pair of keys; pass one key of it",
  ],
  "an object": [{}, "is an object without kty, which is no JWK; pass the key itself, not what holds it"],
};

/** An OpenSSH private key whose public half says what it is. */
function openssh(name: string): string {
  const string = (bytes: ArrayLike<number>) => [0, 0, 0, bytes.length, ...Array.from(bytes)];
  const ascii = (text: string) => new TextEncoder().encode(text);
  const publicKey = string([...string(ascii(name)), ...string(new Uint8Array(32))]);
  const bytes = [
    ...ascii("openssh-key-v1\0"),
    ...string(ascii("none")),
    ...string(ascii("none")),
    ...string([]),
    0,
    0,
    0,
    1,
    ...publicKey,
  ];
  return derToPem(Uint8Array.from(bytes), "OPENSSH PRIVATE KEY");
}

describe("a private key of another kind", () => {
  it.each(Object.entries(unsupported))("%s", async (_, [key, message]) => {
    const error = await refusal(() => signerOf(key, { passphrase }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: "ERR_KEY_UNSUPPORTED",
      message: `privateKey: ${message}`,
    });
  });

  it.each([
    ["ssh-ed25519", "is an OpenSSH key for Ed25519"],
    ["ssh-dss", "is an OpenSSH key for DSA"],
    ["ecdsa-sha2-nistp384", "is an OpenSSH key on P-384"],
    ["sk-ssh-ed25519@openssh.com", "is an OpenSSH key of a security key (FIDO)"],
  ])("OpenSSH, %s", async (name, message) => {
    const pem = openssh(name);
    for (const key of [pem, pemToDer(pem), bytesToBase64(pemToDer(pem))]) {
      expect((await refusal(() => signerOf(key))).message).toBe(`privateKey: ${message}; ${newKey}`);
    }
  });
});

const certificate = keyText("rsa2048.cert.pem");
const request = keyText("csr.pem");
const publicJwk = { kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA" };
const notPrivate: Record<string, [key: unknown, message: string]> = {
  "a public key": [keyText("rsa2048.pub.spki.pem"), `is a public key; ${belongs}`],
  "a public key as DER": [keyBytes("rsa2048.pub.spki.der"), `is a public key; ${belongs}`],
  "a public key of PKCS#1 as DER": [
    pemToDer(keyText("rsa2048.pub.pkcs1.pem")),
    `is a public key; ${belongs}`,
  ],
  "a public key of Ed25519": [keyText("ed25519.pub.spki.pem"), `is a public key; ${belongs}`],
  "a public key as JWK": [publicJwk, `is the JWK of a public key; ${belongs}`],
  "a certificate": [certificate, `is a certificate; ${belongs}`],
  "a certificate as DER": [pemToDer(certificate), `is a certificate; ${belongs}`],
  "a certificate request": [request, `is a certificate request; ${belongs}`],
  "a certificate request as DER": [pemToDer(request), `is a certificate request; ${belongs}`],
  "EC parameters": [keyText("ec-parameters-only.pem"), `is a set of parameters without a key; ${belongs}`],
  "a line of SSH": [keyText("bad.ssh-pub.txt"), `is a public key of SSH; ${belongs}`],
};

describe("what is no private key", () => {
  it.each(Object.entries(notPrivate))("%s", async (_, [key, message]) => {
    const error = await refusal(() => signerOf(key));
    expect({ code: error.code, message: error.message }).toEqual({
      code: "ERR_KEY_NOT_PRIVATE",
      message: `privateKey: ${message}`,
    });
  });
});

const publicHalf = "make the public key of it: openssl pkey -pubout -in key.pem -out public.pem";
const notPublic: Record<string, [key: unknown, message: string]> = {
  ...Object.fromEntries(
    (
      [
        "rsa2048.pkcs8.pem",
        "rsa2048.pkcs8.der",
        "rsa2048.pkcs1.der",
        "ecp256.sec1.der",
        "rsa2048.enc-scrypt.pkcs8.pem",
      ] satisfies KeyFile[]
    ).map((file) => [file, [keyBytes(file), `is a private key; ${publicHalf}`]]),
  ),
  "a private key as JWK": [
    { ...publicJwk, d: "AAAA" },
    "is the JWK of a private key; leave out d, p, q, dp, dq and qi",
  ],
  "a certificate": [
    certificate,
    "is a certificate; take the public key out of it: openssl x509 -pubkey -noout -in cert.pem -out public.pem",
  ],
  "a certificate request": [
    request,
    "is a certificate request; take the public key out of it: openssl req -pubkey -noout -in request.pem -out public.pem",
  ],
  "an OpenSSH private key": [
    keyText("rsa2048.openssh.pem"),
    "is a private key of SSH; make the public key of it: ssh-keygen -y -f key > key.pub; ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
  ],
};

describe("what is no public key", () => {
  it.each(Object.entries(notPublic))("%s", async (_, [content, message]) => {
    const error = await refusal(() => importCloudFrontPublicKey({ content: content as string }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: "ERR_KEY_NOT_PUBLIC",
      message: `content: ${message}`,
    });
  });
});

const unsupportedPublic: Record<string, [key: unknown, message: string]> = {
  "RSA-PSS": [keyText("rsapss2048.pub.spki.pem"), `is a key for RSA-PSS; ${newKey}`],
  "RSA-PSS with parameters": [spki(rsaPssWithParameters), `is a key for RSA-PSS; ${newKey}`],
  DSA: [spki(sequence(oid("2a8648ce380401"), sequence([2, 1, 7]))), `is a key for DSA; ${newKey}`],
  Ed25519: [keyText("ed25519.pub.spki.pem"), `is a key for Ed25519; ${newKey}`],
  "P-384": [keyText("ecp384.pub.spki.pem"), `is an EC key on P-384; ${newEcKey}`],
  "explicit parameters": [
    spki(sequence(oid("2a8648ce3d0201"), sequence([2, 1, 1]))),
    "is an EC key with explicit curve parameters; give the curve its name: openssl ec -pubin -param_enc named_curve -in public.pem -pubout -out new.pem",
  ],
  "a line of SSH, RSA": [
    "ssh-rsa AAAA me@host",
    "is a key in OpenSSH's own format; convert it: ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
  ],
  "a line of SSH, Ed25519": ["ssh-ed25519 AAAA me@host", `is an OpenSSH key for Ed25519; ${newKey}`],
};

describe("a public key of another kind", () => {
  it.each(Object.entries(unsupportedPublic))("%s", async (_, [content, message]) => {
    const error = await refusal(() => importCloudFrontPublicKey({ content: content as string }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: "ERR_KEY_UNSUPPORTED",
      message: `content: ${message}`,
    });
  });
});

const lines = keyText("rsa2048.pkcs8.pem").trim().split("\n");
const invalid: Record<string, [key: unknown, message: string]> = {
  undefined: [undefined, `${expected}; received undefined: is the environment variable set?`],
  null: [null, `${expected}; received another object`],
  nothing: ["", `${expected}; received nothing: is the environment variable set?`],
  "a number": [5, `${expected}; received number`],
  "a Promise": [Promise.resolve(""), `${expected}; received a Promise: await it`],
  "a URL": [new URL("file:///key.pem"), `${expected}; received a URL: pass what is in the file`],
  "an array": [
    [48, 1],
    `${expected}; received an array: pass Uint8Array.from(array) if these are the bytes of a key`,
  ],
  "other text": ["a key", `${expected}; received other text`],
  "the word undefined": ["undefined", 'is the text "undefined"; is the environment variable set?'],
  "a path": ["/etc/key.pem", "is a file path or URL; pass what is in the file"],
  "an ARN of KMS": [
    "arn:aws:kms:eu-west-1:111122223333:key/a",
    "is an ARN; pass a remote signer that calls KMS: { keyType, hashAlgorithm, sign }",
  ],
  "an ARN of a secret": [
    "arn:aws:secretsmanager:eu-west-1:111122223333:secret:a",
    "is an ARN; fetch the key and pass what is stored there",
  ],
  "a first line alone": [
    lines[0],
    'is cut off after its first line; put the value into quotes, or write "\\n" for each line break',
  ],
  "no END line": [
    lines.slice(0, -1).join("\n"),
    "is cut off: the -----END line is missing; copy the whole file again",
  ],
  "no BEGIN line": [
    lines.slice(1).join("\n"),
    "has an -----END line without its -----BEGIN line; copy the whole file again",
  ],
  "a broken BEGIN line": [
    `-----BEGIN PRIVATE KEY----\n`,
    "has a broken -----BEGIN or -----END line; copy the whole file again",
  ],
  "nothing between the lines": [
    "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
    "has nothing between its -----BEGIN and -----END lines; copy the whole file again",
  ],
  "no base64": [
    "-----BEGIN PRIVATE KEY-----\n§\n-----END PRIVATE KEY-----",
    "has characters in it that are not base64, or is cut off; copy the whole file again",
  ],
  "broken JSON": [
    "{",
    "starts like a JWK but is not JSON; copy the whole text again, and put it into single quotes in a shell",
  ],
  "two keys": [
    keyText("rsa2048.pkcs8.pem") + keyText("rsa2048-b.pkcs8.pem"),
    "holds different keys; pass one",
  ],
  "PKCS#12": [
    keyBytes("rsa2048.pkcs12.der"),
    "is a PKCS#12 file; take the key out of it: openssl pkcs12 -in key.p12 -nocerts -nodes -out key.pem",
  ],
  "three primes": [
    keyText("rsa2048-three-primes.pkcs8.pem"),
    `is an RSA key of more than two primes, which WebCrypto does not take; ${newKey}`,
  ],
  "no iterations": [pbes2(pbkdf2([], [2, 1, 0])), `is encrypted with 0 iterations of PBKDF2; ${convert}`],
  "another key length than that of the cipher": [pbes2(pbkdf2([], [2, 2, 8, 0], [2, 1, 16])), corrupted],
  "no DER": [new Uint8Array([0x30, 0x80, 0, 0]), corrupted],
  "a JWK without x": [
    { kty: "EC", crv: "P-256", d: bytesToBase64(ecScalar), y: bytesToBase64(ecPoint.subarray(33)) },
    "is a JWK without x; export the whole key again",
  ],
  "a JWK whose n is a number": [
    { kty: "RSA", d: "AAAA", n: 5 },
    "is a JWK whose n is no text; it has to be base64url",
  ],
  "a JWK whose n is not base64url": [
    { kty: "RSA", d: "AAAA", n: "?" },
    "is a JWK whose n is not base64url; export the key again",
  ],
};

describe("what is no key at all", () => {
  it.each(Object.entries(invalid))("%s", async (_, [key, message]) => {
    const error = await refusal(() => signerOf(key, { passphrase }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: "ERR_KEY_INVALID",
      message: `privateKey: ${message}`,
    });
  });
});
