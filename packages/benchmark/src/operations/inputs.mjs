// The inputs of the operations: keys in all forms, signers, and the expected outputs.
import { createPrivateKey } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlAt } from "../fixture.mjs";

/**
 * One row of a table. `check` verifies the output before the operation is timed.
 * @typedef {[group: string, name: string, by: string, work: () => unknown, check: (made: any) => unknown]}
 * Operation
 */

export { old, ours, sdk } from "../subjects.mjs";

export const { subtle } = crypto;
const fixture = await readFixture();
export const { keyPairId, dateLessThan, resource, rsa, rsaPublic, ecPublic } = fixture;
const { ec } = fixture;
export const url = urlAt(7);
export const terms = { dateLessThan };
export const address = { ipAddress: "203.0.113.0/24" };
/** The same for the other libraries. */
export const end = new Date(dateLessThan * 1000);

export const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
export const signer256 = createCloudFrontSigner({ keyPairId, privateKey: rsa, hashAlgorithm: "SHA256" });
export const ecSigner = createCloudFrontSigner({ keyPairId, privateKey: ec });

export const rsaObject = createPrivateKey(rsa);
const ecObject = createPrivateKey(ec);
const text = /** @type {const} */ ({ format: "pem" });
export const rsaDer = derOf(rsa);
/** Every form of key that people have. @type {Record<string, any>} */
export const keys = {
  "RSA, PKCS#8 PEM": rsa,
  "RSA, PKCS#1 PEM": rsaObject.export({ ...text, type: "pkcs1" }),
  "RSA, PKCS#8 DER": rsaDer,
  "RSA, JWK": rsaObject.export({ format: "jwk" }),
  "P-256, PKCS#8 PEM": ec,
  "P-256, SEC1 PEM": ecObject.export({ ...text, type: "sec1" }),
  "P-256, JWK": ecObject.export({ format: "jwk" }),
};
export const passphrase = "benchmark";
export const encrypted = `${rsaObject.export({ ...text, type: "pkcs8", cipher: "aes-256-cbc", passphrase })}`;

export const policy = cannedPolicy(url, dateLessThan);
export const bytes = new TextEncoder().encode(policy);
export const rsaKey = await subtle.importKey("pkcs8", rsaDer, rsaAlgorithm, false, ["sign"]);
export const ecKey = await subtle.importKey("pkcs8", derOf(ec), ecAlgorithm, false, ["sign"]);

/** @type {import("../verify.mjs").Claim} */
export const claim = { url, keyPairId, dateLessThan, publicKey: rsaPublic, hash: "SHA1" };
export const sha256 = { ...claim, hash: /** @type {const} */ ("SHA256") };
export const p256 = { ...sha256, publicKey: ecPublic };
/** The claim with the address. */
export const custom = { ...claim, more: { IpAddress: { "AWS:SourceIp": address.ipAddress } } };
