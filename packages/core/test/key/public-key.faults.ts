import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { sequence, spki, unknownOid } from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { type KeyFault, newKey, refusedPublicKey } from "../support/key-fault.ts";

const notPublic = (given: string, key: unknown, message: string, also?: KeyFault["also"]) =>
  refusedPublicKey(given, key, "ERR_KEY_NOT_PUBLIC", message, also);
const unsupported = (given: string, key: unknown, message: string, also?: KeyFault["also"]) =>
  refusedPublicKey(given, key, "ERR_KEY_UNSUPPORTED", message, also);
const notAKey = (given: string, key: unknown, message: string) =>
  refusedPublicKey(given, key, "ERR_KEY_INVALID", message);
const makePublic = "derive the public key from it: openssl pkey -pubout -in key.pem -out public.pem";
const pem = '"-----BEGIN PUBLIC KEY-----…"';
const certificate = keyText("rsa2048.cert.pem");
const request = keyText("csr.pem");

/** Faults of a public key. */
export const publicKeyFaults: readonly KeyFault[] = [
  notPublic(
    '"-----BEGIN PRIVATE KEY-----…"',
    keyText("rsa2048.pkcs8.pem"),
    `is a private key; ${makePublic}`,
    {
      DER: keyBytes("rsa2048.pkcs8.der"),
      "PKCS#1": keyText("rsa2048.pkcs1.pem"),
      "PKCS#1 in DER": keyBytes("rsa2048.pkcs1.der"),
      SEC1: keyText("ecp256.sec1.pem"),
      "SEC1 in DER": keyBytes("ecp256.sec1.der"),
      encrypted: keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"),
      "encrypted with scrypt": keyText("rsa2048.enc-scrypt.pkcs8.pem"),
      "in traditional encryption": keyText("rsa2048.enc-dek-aes256.pkcs1.pem"),
    },
  ),
  notPublic(
    '"-----BEGIN CERTIFICATE-----…"',
    certificate,
    "is a certificate; take the public key out of it: openssl x509 -pubkey -noout -in cert.pem -out public.pem",
    { DER: pemToDer(certificate) },
  ),
  notPublic(
    '"-----BEGIN CERTIFICATE REQUEST-----…"',
    request,
    "is a certificate request; pass the public key that belongs to it",
  ),
  notPublic(
    'readFileSync("request.der")',
    pemToDer(request),
    "is a certificate request; pass the public key that belongs to it",
  ),
  notPublic(
    '"-----BEGIN EC PARAMETERS-----…"',
    keyText("ec-parameters-only.pem"),
    "is a PEM without a key in it; pass the PEM with -----BEGIN PUBLIC KEY-----",
  ),
  notPublic(
    'readFileSync("key.p12")',
    keyBytes("ecp256.pkcs12.der"),
    "is a PKCS#12 file; pass the public key that belongs to it",
  ),
  notPublic(
    '"-----BEGIN PKCS7-----…"',
    "-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----",
    "is a PEM without a key in it; pass the PEM with -----BEGIN PUBLIC KEY-----",
  ),
  notPublic(
    '"-----BEGIN OPENSSH PRIVATE KEY-----…"',
    keyText("rsa2048.openssh.pem"),
    "is an OpenSSH private key; derive the public key from it: ssh-keygen -y -f key > key.pub; ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
    { "P-256": keyText("ecp256.openssh.pem"), bytes: pemToDer(keyText("ecp256.openssh.pem")) },
  ),
  unsupported(
    '"ssh-rsa AAAA…"',
    keyText("ecp256.openssh-pub.txt"),
    "is an OpenSSH public key; make a new key, or convert a copy of it if it is RSA or P-256: ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
    { RSA: keyText("rsa2048.openssh-pub.txt") },
  ),
  unsupported(`${pem}, RSA-PSS`, keyText("rsapss2048.pub.spki.pem"), `is a key for RSA-PSS; ${newKey}`, {
    "with parameters": keyText("rsapss-parameters.pub.spki.pem"),
  }),
  unsupported(`${pem}, DSA`, keyText("dsa2048.pub.spki.pem"), `is a key for DSA; ${newKey}`),
  unsupported(
    `${pem}, DH`,
    keyText("dh2048.pub.spki.pem"),
    `is a key for an algorithm that this package does not support; ${newKey}`,
  ),
  unsupported(`${pem}, Ed25519`, keyText("ed25519.pub.spki.pem"), `is a key for Ed25519; ${newKey}`),
  unsupported(`${pem}, X25519`, keyText("x25519.pub.spki.pem"), `is a key for X25519; ${newKey}`),
  unsupported(
    `${pem}, another algorithm`,
    spki(sequence(unknownOid)),
    `is a key for an algorithm that this package does not support; ${newKey}`,
  ),
  unsupported(`${pem}, P-384`, keyText("ecp384.pub.spki.pem"), `is an EC key on P-384; ${newKey}`),
  unsupported(`${pem}, secp256k1`, keyText("ecp256k1.pub.spki.pem"), `is an EC key on secp256k1; ${newKey}`),
  unsupported(
    `${pem}, P-256 with explicit parameters`,
    keyText("ecp256-explicit.pub.spki.pem"),
    "is an EC key with explicit curve parameters; CloudFront accepts RSA 2048 and EC P-256, so create a new key and upload its public key: openssl genrsa -out key.pem 2048",
  ),
  refusedPublicKey(
    "DER that is cut off",
    keyBytes("rsa2048.pub.spki.der").subarray(0, 200),
    "ERR_KEY_INVALID",
    "is cut off or corrupted; copy the whole file again (openssl pkey -pubin -noout -in key.pem checks the file)",
  ),
  // Only the private key of a signer can be loaded.
  notAKey("readFile(path)", Promise.resolve(""), "is a Promise; await it"),
  notAKey(
    "() => readFile(path)",
    () => "",
    "is a function; pass what it returns, or pass a signer key: loadedKey({ load })",
  ),
  notAKey(
    '"arn:aws:secretsmanager:eu-west-1:111122223333:secret:…"',
    "arn:aws:secretsmanager:eu-west-1:111122223333:secret:a",
    "has 54 characters and contains no key; pass the content of the PEM file (-----BEGIN …)",
  ),
];

function refusedKeyGroup(given: string, publicKeys: unknown, code: Fault["code"], message: string): Fault {
  return {
    given: `publicKeys: ${given}`,
    run: () => createCloudFrontVerifier({ publicKeys: publicKeys as Record<string, string> }),
    code,
    message,
  };
}

const publicKey = keyText("rsa2048.pub.spki.pem");
const shape = "pass public keys by their IDs: { K2JCJMDEHXQW5F: publicKey }";

/** Faults of a verifier's keys: a message names the one key of several. */
export const keyGroupFaults: readonly Fault[] = [
  refusedKeyGroup("undefined", undefined, "ERR_OPTION_INVALID", `publicKeys: is undefined; ${shape}`),
  refusedKeyGroup("publicKey", publicKey, "ERR_OPTION_INVALID", `publicKeys: is a string; ${shape}`),
  refusedKeyGroup("[publicKey]", [publicKey], "ERR_OPTION_INVALID", `publicKeys: is an array; ${shape}`),
  refusedKeyGroup(
    "{}",
    {},
    "ERR_OPTION_INVALID",
    "publicKeys: has no keys; pass public keys by their IDs: { K2JCJMDEHXQW5F: publicKey }",
  ),
  refusedKeyGroup(
    "{ get K2JCJMDEHXQW5F() { throw new Error() } }",
    {
      get K2JCJMDEHXQW5F() {
        throw new Error("from a getter");
      },
    },
    "ERR_OPTION_INVALID",
    "publicKeys: is an object whose properties cannot be read; pass a plain object, and see the cause of this error",
  ),
  refusedKeyGroup(
    "{ K1…: publicKey, K2…: privateKey }",
    { K11111111111AA: publicKey, K22222222222BB: keyText("rsa2048.pkcs8.pem") },
    "ERR_KEY_NOT_PUBLIC",
    `publicKeys.K22222222222BB: is a private key; ${makePublic}`,
  ),
  refusedKeyGroup(
    "{ K1…: publicKey, K2…: undefined }",
    { K11111111111AA: publicKey, K22222222222BB: undefined },
    "ERR_KEY_INVALID",
    "publicKeys.K22222222222BB: is undefined; check that the environment variable, field or secret exists",
  ),
];
