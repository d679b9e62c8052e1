import { readAll } from "./der.ts";
import { bytesToBase64, keyBytes, keyText, pemToDer } from "./keys.ts";

const pem = keyText("rsa2048.pkcs8.pem");
const der = keyBytes("rsa2048.pkcs8.der");
const lines = pem.trim().split("\n");
const body = lines.slice(1, -1).join("\n");
const inner = readAll(der)[0]?.content ?? new Uint8Array();

/** What is not a private key, and the code that says so, beside the keys of `….faults.ts` in `core/test/key`. */
export const badKeys: Record<string, [key: unknown, code: string]> = {
  "a boolean": [true, "ERR_KEY_INVALID"],
  "an object with nothing of a CryptoKey but usages": [{ usages: ["sign"] }, "ERR_KEY_USAGE"],
  "an object with usages that are none": [{ usages: null, algorithm: {} }, "ERR_KEY_USAGE"],
  "an object that calls itself usages": [{ [Symbol.toStringTag]: "usages" }, "ERR_KEY_INVALID"],
  "an object that calls itself then": [{ [Symbol.toStringTag]: "then" }, "ERR_KEY_INVALID"],
  "an empty ArrayBuffer": [new ArrayBuffer(0), "ERR_KEY_INVALID"],
  "a sentence": ["hello, I am not a key", "ERR_KEY_INVALID"],
  "JSON that ends early": ['{"kty":"RSA","n":"', "ERR_KEY_INVALID"],
  "JSON null": ["null", "ERR_KEY_INVALID"],
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
