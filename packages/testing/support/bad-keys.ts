import { readAll } from "./der.ts";
import { bytesToBase64, keyBytes, keyText, pemToDer } from "./keys.ts";

const pem = keyText("rsa2048.pkcs8.pem");
const der = keyBytes("rsa2048.pkcs8.der");
const lines = pem.trim().split("\n");
const body = lines.slice(1, -1).join("\n");
const inner = readAll(der)[0]?.content ?? new Uint8Array();

/** What is not a private key, and the code that says so. */
export const badKeys: Record<string, [key: unknown, code: string]> = {
  null: [null, "ERR_KEY_INVALID"],
  "an empty string": ["", "ERR_KEY_INVALID"],
  "white space": [" \n\t ", "ERR_KEY_INVALID"],
  "quotes around nothing": ['""', "ERR_KEY_INVALID"],
  "the word undefined": ["undefined", "ERR_KEY_INVALID"],
  "a number": [42, "ERR_KEY_INVALID"],
  "a boolean": [true, "ERR_KEY_INVALID"],
  "an array of bytes": [[...der], "ERR_KEY_INVALID"],
  "a Date": [new Date(), "ERR_KEY_INVALID"],
  "a promise": [Promise.resolve(pem), "ERR_KEY_INVALID"],
  "an object that is nothing": [{}, "ERR_KEY_UNSUPPORTED"],
  "an object with nothing of a CryptoKey but usages": [{ usages: ["sign"] }, "ERR_KEY_USAGE"],
  "an object with usages that are none": [{ usages: null, algorithm: {} }, "ERR_KEY_USAGE"],
  "an object that calls itself usages": [{ [Symbol.toStringTag]: "usages" }, "ERR_KEY_INVALID"],
  "an object that calls itself then": [{ [Symbol.toStringTag]: "then" }, "ERR_KEY_INVALID"],
  "no bytes": [new Uint8Array(), "ERR_KEY_INVALID"],
  "an empty ArrayBuffer": [new ArrayBuffer(0), "ERR_KEY_INVALID"],
  "a path": ["/etc/keys/cloudfront.pem", "ERR_KEY_INVALID"],
  "a relative path": ["./private_key.pem", "ERR_KEY_INVALID"],
  "a path at home": ["~/.ssh/cloudfront.key", "ERR_KEY_INVALID"],
  "a file URL": ["file:///etc/keys/cloudfront.pem", "ERR_KEY_INVALID"],
  "a Windows path": ["C:\\keys\\cloudfront.pem", "ERR_KEY_INVALID"],
  "a bare file name": ["private_key.der", "ERR_KEY_INVALID"],
  "a key ID": ["K2JCJMDEHXQW5F", "ERR_KEY_INVALID"],
  "an ARN": ["arn:aws:secretsmanager:eu-west-1:111122223333:secret:cloudfront-AbCdEf", "ERR_KEY_INVALID"],
  "a sentence": ["hello, I am not a key", "ERR_KEY_INVALID"],
  "JSON that is not a key": [JSON.stringify({ privateKey: "x" }), "ERR_KEY_UNSUPPORTED"],
  "JSON that ends early": ['{"kty":"RSA","n":"', "ERR_KEY_INVALID"],
  "JSON null": ["null", "ERR_KEY_INVALID"],
  "a BEGIN line only": ["-----BEGIN PRIVATE KEY-----", "ERR_KEY_INVALID"],
  "an END line only": ["-----END PRIVATE KEY-----", "ERR_KEY_INVALID"],
  "BEGIN and END of different labels": [pem.replace("END PRIVATE", "END RSA PRIVATE"), "ERR_KEY_INVALID"],
  "a body that lost a line": [[lines[0], ...lines.slice(2)].join("\n"), "ERR_KEY_INVALID"],
  "a body with a line twice": [[...lines.slice(0, 3), ...lines.slice(2)].join("\n"), "ERR_KEY_INVALID"],
  "a bare body that was cut": [body.slice(0, 600), "ERR_KEY_INVALID"],
  "DER that was cut": [der.subarray(0, -1), "ERR_KEY_INVALID"],
  "DER with a byte behind it": [new Uint8Array([...der, 0]), "ERR_KEY_INVALID"],
  "the inside of the DER": [inner, "ERR_KEY_INVALID"],
  "an empty sequence": [new Uint8Array([0x30, 0]), "ERR_KEY_INVALID"],
  "a DER length that reaches beyond the end": [
    new Uint8Array([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
    "ERR_KEY_INVALID",
  ],
  "two different keys": [pem + keyText("rsa2048-b.pkcs8.pem"), "ERR_KEY_INVALID"],
  "an RSA key and an EC key": [pem + keyText("ecp256.sec1.pem"), "ERR_KEY_INVALID"],
  "a certificate and a public key": [
    keyText("rsa2048.cert.pem") + keyText("rsa2048.pub.spki.pem"),
    "ERR_KEY_NOT_PRIVATE",
  ],
  "base64 of a public key's PEM": [bytesToBase64(keyBytes("rsa2048.pub.spki.pem")), "ERR_KEY_NOT_PRIVATE"],
  "base64 of a certificate's DER": [
    bytesToBase64(pemToDer(keyText("rsa2048.cert.pem"))),
    "ERR_KEY_NOT_PRIVATE",
  ],
  "a public key under a private label": [
    keyText("rsa2048.pub.spki.pem").replace(/PUBLIC/g, "PRIVATE"),
    "ERR_KEY_NOT_PRIVATE",
  ],
  "an ssh-ed25519 line": ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8 me@host", "ERR_KEY_NOT_PRIVATE"],
  "an ecdsa-sha2 line": ["ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTI= me@host", "ERR_KEY_NOT_PRIVATE"],
};
