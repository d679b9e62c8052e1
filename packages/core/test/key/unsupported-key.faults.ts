import {
  nil,
  oid,
  onCurve,
  pkcs8,
  sequence,
  unknownOid,
} from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type KeyFault, newKey, refusedPrivateKey } from "../support/key-fault.ts";

const unsupported = (given: string, key: unknown, message: string, also?: KeyFault["also"]) =>
  refusedPrivateKey(given, key, "ERR_KEY_UNSUPPORTED", message, also);
const pem = '"-----BEGIN PRIVATE KEY-----…"';
const openssh = '"-----BEGIN OPENSSH PRIVATE KEY-----…"';

/** Private keys that are in order, and that CloudFront does not support. */
export const unsupportedKeyFaults: readonly KeyFault[] = [
  unsupported(`${pem}, Ed25519`, keyText("ed25519.pkcs8.pem"), `is a key for Ed25519; ${newKey}`, {
    DER: pemToDer(keyText("ed25519.pkcs8.pem")),
  }),
  unsupported(
    `${pem}, Ed448`,
    keyText("ed448.pkcs8.pem"),
    `is a key for an algorithm that this package does not support; ${newKey}`,
  ),
  unsupported(`${pem}, X25519`, keyText("x25519.pkcs8.pem"), `is a key for X25519; ${newKey}`),
  unsupported(
    `${pem}, X448`,
    keyText("x448.pkcs8.pem"),
    `is a key for an algorithm that this package does not support; ${newKey}`,
  ),
  unsupported(`${pem}, RSA-PSS`, keyText("rsapss2048.pkcs8.pem"), `is a key for RSA-PSS; ${newKey}`, {
    "with parameters": keyText("rsapss-parameters.pkcs8.pem"),
  }),
  unsupported(`${pem}, DSA`, keyText("dsa2048.pkcs8.pem"), `is a key for DSA; ${newKey}`, {
    "in OpenSSL's own format": keyText("dsa2048.traditional.pem"),
  }),
  unsupported(
    `${pem}, DH`,
    keyText("dh2048.pkcs8.pem"),
    `is a key for an algorithm that this package does not support; ${newKey}`,
    {
      "X9.42": keyText("dhx2048.pkcs8.pem"),
    },
  ),
  unsupported(
    `${pem}, another algorithm`,
    pkcs8(sequence(unknownOid)),
    `is a key for an algorithm that this package does not support; ${newKey}`,
    { "RSA-OAEP": pkcs8(sequence(oid("2a864886f70d010107"), nil)) },
  ),
  unsupported(`${pem}, P-384`, keyText("ecp384.pkcs8.pem"), `is an EC key on P-384; ${newKey}`, {
    SEC1: keyText("ecp384.sec1.pem"),
  }),
  unsupported(`${pem}, P-521`, keyText("ecp521.pkcs8.pem"), `is an EC key on P-521; ${newKey}`),
  unsupported(`${pem}, secp256k1`, keyText("ecp256k1.pkcs8.pem"), `is an EC key on secp256k1; ${newKey}`),
  unsupported(
    `${pem}, another curve`,
    pkcs8(onCurve(oid("2b81040001"))),
    `is an EC key on a curve that this package does not support; ${newKey}`,
    { "brainpoolP256r1, SEC1": keyText("brainpool256.sec1.pem") },
  ),
  unsupported(
    `${pem}, P-256 with explicit parameters`,
    keyText("ecp256-explicit.pkcs8.pem"),
    "is an EC key with explicit curve parameters; CloudFront accepts RSA 2048 and EC P-256, so create a new key and upload its public key: openssl genrsa -out key.pem 2048",
    { SEC1: keyText("ecp256-explicit.sec1.pem") },
  ),
  unsupported(`${pem}, RSA 512`, keyText("rsa512.pkcs8.pem"), `is an RSA key of 512 bits; ${newKey}`),
  unsupported(`${pem}, RSA 5120`, keyText("rsa5120.pkcs8.pem"), `is an RSA key of 5120 bits; ${newKey}`),
  unsupported(
    `${openssh}, RSA`,
    keyText("rsa2048.openssh.pem"),
    "is an OpenSSH private key; make a new key, or convert a copy of it if it is RSA or P-256: ssh-keygen -p -m PKCS8 -f key.pem",
    { "P-256": keyText("ecp256.openssh.pem"), bytes: pemToDer(keyText("rsa2048.openssh.pem")) },
  ),
  refusedPrivateKey(
    `${pem}, RSA of three primes`,
    keyText("rsa2048-three-primes.pkcs8.pem"),
    "ERR_KEY_INVALID",
    `is an RSA key with more than two primes; ${newKey}`,
  ),
  refusedPrivateKey(
    'readFileSync("key.p12")',
    keyBytes("ecp256.pkcs12.der"),
    "ERR_KEY_INVALID",
    "is a PKCS#12 file; take the key out of it: openssl pkcs12 -in key.p12 -nocerts -nodes -out key.pem",
  ),
];
