import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { noIterations } from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import { keyBytes, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { convert, convertLegacy, type KeyFault, refusedPrivateKey } from "../support/key-fault.ts";

const pem = '"-----BEGIN ENCRYPTED PRIVATE KEY-----…"';
/** Encrypted private keys. */
export const encryptedKeyFaults: readonly KeyFault[] = [
  refusedPrivateKey(
    '"-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED…"',
    keyText("rsa2048.enc-dek-aes256.pkcs1.pem"),
    "ERR_KEY_UNSUPPORTED",
    `is encrypted in the traditional PEM format; ${convert}`,
    {
      "AES-128": keyText("rsa2048.enc-dek-aes128.pkcs1.pem"),
      "triple DES": keyText("rsa2048.enc-dek-des3.pkcs1.pem"),
      EC: keyText("ecp256.enc-dek-aes256.sec1.pem"),
    },
  ),
  refusedPrivateKey(
    `${pem}, PBES1`,
    keyText("ecp256.enc-pbes1-des.pkcs8.pem"),
    "ERR_KEY_UNSUPPORTED",
    `is encrypted with a scheme, cipher or hash that WebCrypto does not support here; ${convertLegacy}`,
    {
      RC2: keyText("ecp256.enc-pkcs12-rc2.pkcs8.pem"),
      RC4: keyText("ecp256.enc-pkcs12-rc4.pkcs8.pem"),
      "PKCS#12 PBE of triple DES": keyText("rsa2048.enc-pbes1-3des.pkcs8.pem"),
      scrypt: keyText("rsa2048.enc-scrypt.pkcs8.pem"),
      "triple DES": keyText("rsa2048.enc-des3.pkcs8.pem"),
      Camellia: keyText("ecp256.enc-camellia256.pkcs8.pem"),
      ARIA: keyText("ecp256.enc-aria256.pkcs8.pem"),
      "HMAC with MD5": keyText("ecp256.enc-aes256-md5.pkcs8.pem"),
      "HMAC with SHA-224": keyText("ecp256.enc-aes256-sha224.pkcs8.pem"),
      "HMAC with SHA-512/224": keyText("ecp256.enc-aes256-sha512-224.pkcs8.pem"),
      "HMAC with SHA-512/256": keyText("ecp256.enc-aes256-sha512-256.pkcs8.pem"),
    },
  ),
  refusedPrivateKey(
    `${pem}, of 10,000,001 iterations`,
    keyText("ecp256.enc-10000001-iterations.pkcs8.pem"),
    "ERR_KEY_UNSUPPORTED",
    "is encrypted with more than 10000000 iterations of PBKDF2; convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem",
  ),
  refusedPrivateKey(
    `${pem}, of 0 iterations`,
    noIterations,
    "ERR_KEY_INVALID",
    "is cut off or corrupted; copy the whole file again (openssl pkey -check -noout -in key.pem checks the file)",
  ),
];

function refusedPassphrase(
  given: string,
  passphrase: unknown,
  code: Fault["code"],
  message: string,
): KeyFault {
  const key = keyBytes("rsa2048.enc-aes256-sha256.pkcs8.pem");
  const run = () =>
    signerOf(key, { passphrase: passphrase as string }).signUrl(`${host}/a`, { dateLessThan: end });
  return { given: `privateKey: ${pem}, ${given}`, key, run, code, message };
}

/** Passphrases that do not go with an encrypted key. */
export const passphraseFaults: readonly KeyFault[] = [
  refusedPassphrase(
    "no passphrase",
    undefined,
    "ERR_KEY_ENCRYPTED",
    "privateKey: is encrypted, and passphrase is undefined; pass its text, or decrypt the key: openssl pkey -in key.pem -out new.pem",
  ),
  refusedPassphrase(
    'passphrase: ""',
    "",
    "ERR_KEY_ENCRYPTED",
    "privateKey: is encrypted, and passphrase is an empty string; pass its text, or decrypt the key: openssl pkey -in key.pem -out new.pem",
  ),
  refusedPassphrase(
    'passphrase: readFileSync("passphrase")',
    new Uint8Array(3),
    "ERR_KEY_ENCRYPTED",
    "privateKey: is encrypted, and passphrase is a Uint8Array; pass its text, or decrypt the key: openssl pkey -in key.pem -out new.pem",
  ),
  refusedPassphrase(
    'passphrase: "another one"',
    "wrong",
    "ERR_KEY_PASSPHRASE",
    "passphrase: does not decrypt the key; check it for a line break at its end (openssl pkey -noout -in key.pem asks for it)",
  ),
];
