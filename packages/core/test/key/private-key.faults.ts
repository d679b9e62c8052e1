import { pbes2, pbkdf2 } from "@cloudfront-sign-webcrypto/testing/support/key-structures.ts";
import {
  bytesToBase64,
  keyBytes,
  keyText,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { platformObject } from "@cloudfront-sign-webcrypto/testing/support/platform-object.ts";
import { type KeyFault, refusedPrivateKey } from "../support/key-fault.ts";

const invalid = (given: string, key: unknown, message: string, also?: KeyFault["also"]) =>
  refusedPrivateKey(given, key, "ERR_KEY_INVALID", message, also);
const notPrivate = (
  given: string,
  key: unknown,
  kind: string,
  also?: KeyFault["also"],
  fix = "pass the private key that belongs to it",
) => refusedPrivateKey(given, key, "ERR_KEY_NOT_PRIVATE", `is ${kind}; ${fix}`, also);
const checkFile = "copy the whole file again (openssl pkey -check -noout -in key.pem checks the file)";
const lines = keyText("rsa2048.pkcs8.pem").trim().split("\n");
const der = keyBytes("rsa2048.pkcs8.der");
const certificate = keyText("rsa2048.cert.pem");
const request = keyText("csr.pem");

/** Values that are not a key. */
const noKeys: readonly KeyFault[] = [
  invalid(
    "undefined",
    undefined,
    "is undefined; check that the environment variable, field or secret exists",
  ),
  invalid("null", null, "is null; check that the environment variable, field or secret exists"),
  invalid('""', "", "is empty; check that the file or environment variable holds the PEM text", {
    "white space": " \n\t ",
  }),
  invalid('"\\"\\""', '""', "is empty; check that the file or environment variable holds the PEM text"),
  invalid("42", 42, "is a number; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject"),
  invalid("readFile(path)", Promise.resolve(""), "is a Promise; await it"),
  invalid(
    "() => readFile(path)",
    () => "",
    "is a function; pass what it returns, or pass a signer key: loadedKey({ load })",
    { async: async () => "" },
  ),
  invalid(
    'new URL("file:///key.pem")',
    new URL("file:///key.pem"),
    "is a URL; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject",
  ),
  invalid(
    "[48, 130, …]",
    [48, 130],
    "is an array; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject",
  ),
  invalid(
    "new String(pem)",
    new String("pem"),
    "is a String; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject",
  ),
  invalid(
    'Bun.file("key.pem")',
    platformObject("Blob"),
    "is a Blob; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject",
  ),
  invalid(
    "new Date()",
    new Date(),
    "is a Date; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject",
  ),
  invalid("new Uint8Array()", new Uint8Array(), "has no bytes; check that the file holds the PEM text"),
  invalid(
    "an object whose getters throw",
    {
      get type() {
        throw new Error("from a getter");
      },
    },
    "is an object whose properties cannot be read; pass the key itself",
  ),
  invalid(
    '"undefined"',
    "undefined",
    'is the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ),
  invalid(
    '"null"',
    "null",
    'is the text "null": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ),
  invalid(
    "String(jwk)",
    "[object Object]",
    'is the text "[object Object]": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ),
  invalid(
    "String(promise)",
    "[object Promise]",
    'is the text "[object Promise]": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ),
  invalid(
    '"K2JCJMDEHXQW5F"',
    "K2JCJMDEHXQW5F",
    "is a key pair ID; pass it as keyPairId, and the text of the key here",
    { "of the old kind": "APKAJYRJIQYEXAMPLE12" },
  ),
  invalid(
    '"/etc/key.pem"',
    "/etc/key.pem",
    "is a file path or the name of an SSM parameter; pass the text of the file, or the decrypted value of the parameter",
    {
      relative: "./key.pem",
      "at home": "~/key.pem",
      "a file name": "private_key.der",
      "of Windows": "C:\\keys\\key",
    },
  ),
  invalid(
    '"/prod/cloudfront/private-key"',
    "/prod/cloudfront/private-key",
    "is a file path or the name of an SSM parameter; pass the text of the file, or the decrypted value of the parameter",
    { "a file in a container": "/run/secrets/cloudfront_key" },
  ),
  invalid(
    '"$CLOUDFRONT_PRIVATE_KEY"',
    "$CLOUDFRONT_PRIVATE_KEY",
    "is the name of a variable; pass its value",
    { "without $": "CLOUDFRONT_PRIVATE_KEY", "in braces": `\${CLOUDFRONT_PRIVATE_KEY}` },
  ),
  invalid(
    '"-----BEGIN%20PRIVATE%20KEY-----%0A…"',
    encodeURIComponent(keyText("rsa2048.pkcs8.pem")),
    "is a percent-encoded PEM; decode it: decodeURIComponent(text)",
    { "with encoded hyphens": "%2D%2D%2D%2D%2DBEGIN%20PRIVATE%20KEY%2D%2D%2D%2D%2D%0AMII" },
  ),
  invalid(
    '"308204be…", DER in hexadecimal',
    Array.from(der, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    "has 2432 characters and contains no key; pass the content of the PEM file (-----BEGIN …)",
  ),
  invalid(
    '"file:///key.pem"',
    "file:///key.pem",
    "is a URL; read what it names, and pass the text of the key",
  ),
  invalid(
    '"https://example.com/key.pem"',
    "https://example.com/key.pem",
    "is a URL; read what it names, and pass the text of the key",
  ),
  invalid(
    '"arn:aws:kms:eu-west-1:111122223333:key/…"',
    "arn:aws:kms:eu-west-1:111122223333:key/a",
    'is the name of a key in AWS KMS, which never leaves it; sign with awsKmsKey of cloudfront-sign-webcrypto/remote (docs/keys.md, "AWS KMS")',
    {
      "in China": "arn:aws-cn:kms:cn-north-1:111122223333:alias/a",
      "an alias": "alias/cloudfront",
      "an ID": "1234abcd-12ab-34cd-56ef-1234567890ab",
      "an ID for several regions": "mrk-1234abcd12ab34cd56ef1234567890ab",
    },
  ),
  invalid(
    '"arn:aws:secretsmanager:eu-west-1:111122223333:secret:…"',
    "arn:aws:secretsmanager:eu-west-1:111122223333:secret:a",
    "is an ARN; pass the decrypted value of the secret or parameter that holds the key",
    {
      "of a parameter": "arn:aws:ssm:eu-west-1:111122223333:parameter/a",
      "of a file": "arn:aws:s3:::bucket/key.pem",
    },
  ),
  invalid(
    '"my key"',
    "my key",
    "has 6 characters and contains no key; pass the content of the PEM file (-----BEGIN …)",
  ),
  invalid(
    '"AAAA…", base64 of something else',
    bytesToBase64(new Uint8Array(48)),
    "has 64 characters and contains no key; pass the content of the PEM file (-----BEGIN …)",
  ),
  invalid(
    '"AQICAH…", an SSM parameter that was read without WithDecryption',
    `AQICAH${"h".repeat(74)}`,
    "is encrypted by AWS KMS; read the SSM parameter with WithDecryption: true, or decrypt the text first",
  ),
  invalid(
    '"{"',
    "{",
    "starts like a JWK but is not JSON; copy the whole text again, in single quotes in a shell",
  ),
  invalid("a text of 65,537 characters", "x".repeat(65_537), "is longer than any key; pass only the key"),
  invalid("65,537 bytes", new Uint8Array(65_537), "is longer than any key; pass only the key"),
];

/** Keys that were cut off or changed on the way. */
const brokenKeys: readonly KeyFault[] = [
  invalid(
    '"-----BEGIN PRIVATE KEY-----", as .env gives it without quotes',
    lines[0],
    'is cut off after its first line; copy all lines, and in a variable put them into quotes or write "\\n" for each line break',
  ),
  invalid(
    "a PEM without its last line",
    lines.slice(0, -1).join("\n"),
    "has a broken -----BEGIN or -----END line, or one without the other; copy the whole file again",
  ),
  invalid(
    "a PEM without its first line",
    lines.slice(1).join("\n"),
    "has a broken -----BEGIN or -----END line, or one without the other; copy the whole file again",
  ),
  invalid(
    '"-----BEGIN PRIVATE KEY----"',
    "-----BEGIN PRIVATE KEY----\n",
    "has a broken -----BEGIN or -----END line, or one without the other; copy the whole file again",
  ),
  invalid(
    '"-----BEGIN PRIVATE KEY-----…-----END RSA PRIVATE KEY-----"',
    keyText("rsa2048.pkcs8.pem").replace("END PRIVATE", "END RSA PRIVATE"),
    "has a broken -----BEGIN or -----END line, or one without the other; copy the whole file again",
  ),
  invalid(
    '"-----BEGIN PRIVATE KEY-----\\n-----END PRIVATE KEY-----"',
    "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
    "is empty or not base64 between -----BEGIN and -----END; copy the whole file again",
  ),
  invalid(
    '"-----BEGIN PRIVATE KEY-----\\n§\\n-----END PRIVATE KEY-----"',
    "-----BEGIN PRIVATE KEY-----\n§\n-----END PRIVATE KEY-----",
    "is empty or not base64 between -----BEGIN and -----END; copy the whole file again",
  ),
  invalid(
    "PEM lines around the base64 of a PEM",
    `-----BEGIN PRIVATE KEY-----\n${btoa(keyText("ecp256.pkcs8.pem"))}\n-----END PRIVATE KEY-----`,
    "has PEM lines around a base64-encoded PEM; remove its first and last line",
  ),
  invalid(
    "two PEMs of different keys",
    keyText("rsa2048.pkcs8.pem") + keyText("rsa2048-b.pkcs8.pem"),
    "contains several different keys; pass one",
  ),
  invalid("DER that is cut off", der.subarray(0, 600), `is cut off or corrupted; ${checkFile}`, {
    "no DER": new Uint8Array([0x30, 0x80, 0, 0]),
    "one bit changed": der.map((byte, i) => (i === 600 ? byte ^ 4 : byte)),
    "another key length than that of the cipher": pbes2(pbkdf2([], [2, 1, 16])),
  }),
];

/** Something without a private key in it. */
const notPrivateKeys: readonly KeyFault[] = [
  notPrivate('"-----BEGIN PUBLIC KEY-----…"', keyText("rsa2048.pub.spki.pem"), "a public key", {
    DER: keyBytes("rsa2048.pub.spki.der"),
    "PKCS#1": keyText("rsa2048.pub.pkcs1.pem"),
    "PKCS#1 in DER": pemToDer(keyText("rsa2048.pub.pkcs1.pem")),
    Ed25519: keyText("ed25519.pub.spki.pem"),
  }),
  notPrivate('"-----BEGIN CERTIFICATE-----…"', certificate, "a certificate", { DER: pemToDer(certificate) }),
  notPrivate('"-----BEGIN CERTIFICATE REQUEST-----…"', request, "a certificate request", {
    DER: pemToDer(request),
  }),
  notPrivate(
    '"-----BEGIN EC PARAMETERS-----…"',
    keyText("ec-parameters-only.pem"),
    "a PEM without a key in it",
    {},
    "pass the PEM with -----BEGIN PRIVATE KEY-----",
  ),
  notPrivate(
    '"-----BEGIN PKCS7-----…"',
    "-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----",
    "a PEM without a key in it",
    {},
    "pass the PEM with -----BEGIN PRIVATE KEY-----",
  ),
  notPrivate('"ssh-rsa AAAA…"', keyText("bad.ssh-pub.txt"), "an OpenSSH public key", {
    "P-256": keyText("ecp256.openssh-pub.txt"),
  }),
];

/** Faults of `privateKey` that are not about the algorithm of a key. */
export const privateKeyFaults: readonly KeyFault[] = [...noKeys, ...brokenKeys, ...notPrivateKeys];
