import { badKeys } from "@cloudfront-sign-webcrypto/testing/support/bad-keys.ts";
import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import {
  bytesToBase64,
  bytesToBase64Url,
  derToPem,
  type KeyFile,
  keyBytes,
  keyText,
  pemToDer,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** One key in all the shapes that environment variables, secret stores and clipboards give it. */

const url = `${host}/image.jpg`;
const pem = keyText("rsa2048.pkcs8.pem");
const der = keyBytes("rsa2048.pkcs8.der");
const pkcs1 = keyBytes("rsa2048.pkcs1.der");
const lines = pem.trim().split("\n");
const escaped = pem.replace(/\n/g, "\\n");
const base64OfPem = bytesToBase64(new TextEncoder().encode(pem));
const ecParameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

function inBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** The bytes as a view into a larger buffer, as pooled buffers are. */
function asView(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(bytes.length + 20).fill(0x41);
  larger.set(bytes, 7);
  return larger.subarray(7, 7 + bytes.length);
}

const accepted: Record<string, string | Uint8Array | ArrayBuffer> = {
  LF: pem,
  "CR only": pem.replace(/\n/g, "\r"),
  CRLF: pem.replace(/\n/g, "\r\n"),
  "LF CR mixed with empty lines": pem.replace(/\n/g, "\n\r\n"),
  "a byte order mark": `\uFEFF${pem}`,
  "a byte order mark in bytes": new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(pem)]),
  "indented by spaces": lines.map((line) => `    ${line}`).join("\n"),
  "indented by tabs": lines.map((line) => `\t\t${line}`).join("\n"),
  "line breaks turned into spaces": lines.join(" "),
  "no line breaks at all": lines.join(""),
  "single quotes": `'${pem}'`,
  "double quotes": `"${pem}"`,
  "JSON text of a string": JSON.stringify(pem),
  "\\n as two characters": escaped,
  "\\n as two characters in single quotes": `'${escaped}'`,
  "\\r\\n as four characters": pem.replace(/\n/g, "\\r\\n"),
  "\\\\n, escaped twice": pem.replace(/\n/g, "\\\\n"),
  "spaces and line breaks around": `\n\n  ${pem}  \n\n`,
  "text before and behind": `CLOUDFRONT_KEY:\n${pem}\n# end of file\n`,
  "base64 of the PEM": base64OfPem,
  "base64 of the PEM in lines of 76": base64OfPem.replace(/.{76}/g, "$&\n"),
  "base64 of the PEM without padding": base64OfPem.replace(/=+$/, ""),
  "base64 of the PEM in quotes": `"${base64OfPem}"`,
  "base64 of base64 of the PEM": bytesToBase64(new TextEncoder().encode(base64OfPem)),
  "base64 of the PKCS#8 DER": bytesToBase64(der),
  "base64 of the PKCS#1 DER": bytesToBase64(pkcs1),
  "base64url of the DER": bytesToBase64Url(der),
  "DER as a view into a larger buffer": asView(der),
  "DER as an ArrayBuffer": inBuffer(der),
  "PKCS#1 DER as an ArrayBuffer": inBuffer(pkcs1),
  "PEM as an ArrayBuffer": inBuffer(new TextEncoder().encode(pem)),
  "PKCS#1 under the label of PKCS#8": derToPem(pkcs1, "PRIVATE KEY"),
  "PKCS#1 under the label of SEC1": derToPem(pkcs1, "EC PRIVATE KEY"),
  "two copies of the same key": pem + pem,
  "the same key in PKCS#8 and PKCS#1": pem + keyText("rsa2048.pkcs1.pem"),
  "key and certificate": pem + keyText("rsa2048.cert.pem"),
  "certificate and key": keyText("rsa2048.cert.pem") + pem,
  "public key, EC parameters, key and certificate":
    keyText("rsa2048.pub.spki.pem") + ecParameters + pem + keyText("rsa2048.cert.pem"),
};

describe("an RSA key gives the same signature", () => {
  it.each(Object.entries(accepted))("%s", async (_, privateKey) => {
    const expected = await rsaSigner().signUrl(url, { dateLessThan: end });
    expect(await signerOf(privateKey).signUrl(url, { dateLessThan: end })).toBe(expected);
  });
});

const ecPem = keyText("ecp256.sec1.pem");
const ecDer = pemToDer(ecPem);
const acceptedEc: Record<string, string | Uint8Array> = {
  "SEC1 under the label of PKCS#8": derToPem(ecDer, "PRIVATE KEY"),
  "SEC1 under the label of PKCS#1": derToPem(ecDer, "RSA PRIVATE KEY"),
  "PKCS#8 under the label of SEC1": derToPem(pemToDer(keyText("ecp256.pkcs8.pem")), "EC PRIVATE KEY"),
  "SEC1 DER": ecDer,
  "base64 of SEC1 DER": bytesToBase64(ecDer),
  "EC parameters behind the key": ecPem + ecParameters,
  "EC parameters, CR only": keyText("ecp256.params+sec1.pem").replace(/\n/g, "\r"),
  "EC parameters, \\n as two characters": keyText("ecp256.params+sec1.pem").replace(/\n/g, "\\n"),
  "the same key in PKCS#8 and SEC1": keyText("ecp256.pkcs8.pem") + ecPem,
};

describe("an EC key gives a signature that fits", () => {
  it.each(Object.entries(acceptedEc))("%s", async (_, privateKey) => {
    const request = clientRequest(await signerOf(privateKey).signUrl(url, { dateLessThan: end }));
    expect(request.hashAlgorithm).toBe("SHA256");
    expect(await isSignatureValid("ecp256.pub.spki.pem", request)).toBe(true);
  });
});

describe("what is not a private key is refused", () => {
  it.each(Object.entries(badKeys))("%s", async (_, [privateKey, code]) => {
    expect(await refusedAs(() => signerOf(privateKey))).toBe(`${code} privateKey`);
  });

  it("undefined, as an unset environment variable is", async () => {
    expect(await refusedAs(() => signerOf(undefined))).toMatch(
      /^ERR_(OPTION_MISSING|KEY_INVALID) privateKey$/,
    );
  });

  it.each(["rsa2048.openssh.pem", "rsa2048.enc-scrypt.pkcs8.pem", "ecp384.sec1.pem"] satisfies KeyFile[])(
    "%s, also beside a good key",
    async (file) => {
      expect(await refusedAs(() => signerOf(pem + keyText(file), { passphrase: "x" }))).toMatch(
        /^ERR_KEY_(INVALID|UNSUPPORTED) privateKey$/,
      );
    },
  );
});
