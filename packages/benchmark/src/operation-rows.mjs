// The single operations: importing keys in all forms, signing, verifying and explaining, beside the raw operation. Only
// this package can verify and explain.
import { createPrivateKey } from "node:crypto";
import aws from "@aws-sdk/cloudfront-signer";
import oldLibrary from "aws-cloudfront-sign";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import {
  createCloudFrontSigner,
  forgetImportedKeys,
  importCloudFrontPrivateKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlAt } from "./fixture.mjs";
import { old, ours, sdk } from "./subjects.mjs";
import { claimOf, verifyCookies, verifyRaw, verifyUrl } from "./verify.mjs";

/**
 * One row of a table. `check` verifies the output before the operation is measured.
 * @typedef {[group: string, name: string, by: string, work: () => unknown, check: (made: any) => unknown]} Operation
 */
/** @typedef {import("./verify.mjs").Claim} Claim */

const { subtle } = crypto;
const fixture = await readFixture();
const { keyPairId, dateLessThan, resource, rsa, rsaPublic, ec, ecPublic } = fixture;
const url = urlAt(7);
const terms = { dateLessThan };
const address = { ipAddress: "203.0.113.0/24" };

const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
const signer256 = createCloudFrontSigner({ keyPairId, privateKey: rsa, hashAlgorithm: "SHA256" });
const remembering = createCloudFrontSigner({ keyPairId, privateKey: rsa, signatureCacheSize: 1000 });
const ecSigner = createCloudFrontSigner({ keyPairId, privateKey: ec });
const grant = await signer.grant({ resource, dateLessThan });

const rsaObject = createPrivateKey(rsa);
const ecObject = createPrivateKey(ec);
const pem = /** @type {const} */ ({ format: "pem" });
const rsaDer = derOf(rsa);
const passphrase = "benchmark";
const encrypted = rsaObject.export({ ...pem, type: "pkcs8", cipher: "aes-256-cbc", passphrase });
/** @type {Record<string, any>} */
const keys = {
  "RSA, PKCS#8 PEM": rsa,
  "RSA, PKCS#1 PEM": rsaObject.export({ ...pem, type: "pkcs1" }),
  "RSA, PKCS#8 DER": rsaDer,
  "RSA, JWK": rsaObject.export({ format: "jwk" }),
  "P-256, PKCS#8 PEM": ec,
  "P-256, SEC1 PEM": ecObject.export({ ...pem, type: "sec1" }),
  "P-256, JWK": ecObject.export({ format: "jwk" }),
};

const policy = cannedPolicy(url, dateLessThan);
const bytes = new TextEncoder().encode(policy);
const claim = claimOf(fixture, url);
/** @type {Claim} */
const sha256 = { ...claim, hash: "SHA256" };
const p256 = claimOf(fixture, url, { isEc: true });
const custom = { ...claim, more: { IpAddress: { "AWS:SourceIp": address.ipAddress } } };

const sdkInput = { url, keyPairId, privateKey: rsa, dateLessThan: new Date(dateLessThan * 1000) };
const oldInput = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa };

/** @param {string} form @param {string} by @param {() => unknown} work @returns {Operation} */
const imports = (form, by, work) => [
  "import a key",
  form,
  by,
  work,
  (key) => {
    if (key?.type !== "private" || key.extractable) throw new Error("no non-extractable private key");
  },
];

/** @param {any} content @param {{ passphrase?: string }} [more] */
const importAgain = (content, more) => {
  forgetImportedKeys();
  return importCloudFrontPrivateKey({ keyPairId, content, ...more });
};

/** @param {string} name @param {string} by @param {() => unknown} work @param {Claim} about @returns {Operation} */
const signs = (name, by, work, about) => ["sign", name, by, work, (made) => verifyUrl(made, about)];

/** @param {string} name @param {string} privateKey @param {any} algorithm @param {Claim} about @returns {Promise<Operation>} */
async function signsRaw(name, privateKey, algorithm, about) {
  const key = await subtle.importKey("pkcs8", derOf(privateKey), algorithm, false, ["sign"]);
  const sign = () => subtle.sign(algorithm, key, bytes);
  return ["sign", `${name}, raw`, "crypto.subtle.sign", sign, (made) => verifyRaw(made, policy, about)];
}

/** @param {string} by @param {() => unknown} work @returns {Operation} */
const makesCookies = (by, work) => [
  "cookies",
  "RSA, canned",
  by,
  work,
  (made) => verifyCookies(made.values ?? made, claim),
];

/** @param {unknown} made */
const isTrue = (made) => {
  if (made !== true) throw new Error("the signature was not accepted");
};

/** @param {string} name @param {string} privateKey @param {string} publicKey @param {any} algorithm @returns {Promise<Operation>} */
async function verifiesRaw(name, privateKey, publicKey, algorithm) {
  const signing = await subtle.importKey("pkcs8", derOf(privateKey), algorithm, false, ["sign"]);
  const key = await subtle.importKey("spki", derOf(publicKey), algorithm, false, ["verify"]);
  const signature = await subtle.sign(algorithm, signing, bytes);
  const verify = () => subtle.verify(algorithm, key, signature, bytes);
  return ["verify", `${name}, raw`, "crypto.subtle.verify", verify, isTrue];
}

/**
 * Accepts the request, and refuses it when one character of the signature is changed.
 * @param {string} name
 * @param {"canned" | "custom"} kind of the policy
 * @param {(signed: string) => Promise<{ allowed: boolean, kind?: string }>} verify
 * @param {string} signed
 * @returns {Operation}
 */
const verifies = (name, kind, verify, signed) => [
  "verify",
  name,
  ours,
  () => verify(signed),
  async (verdict) => {
    if (verdict.allowed !== true || verdict.kind !== kind)
      throw new Error(`not allowed by a ${kind} policy: ${verdict.reason}`);
    const damaged = signed.replace(/Signature=(.)/, (_, first) => `Signature=${first === "A" ? "B" : "A"}`);
    if ((await verify(damaged)).allowed !== false) throw new Error("a damaged signature was accepted");
  },
];

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: rsaPublic } });
const ecVerifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: ecPublic } });
const canned = await signer.signUrl(url, terms);
const restricted = await signer.signUrl(url, { ...terms, ...address });
const cookies = (await signer.signCookies({ resource, dateLessThan })).toCookieHeader();
const verify = (/** @type {string} */ signed) => verifier.verifyUrl(signed);

/** @param {string} name @param {string} signed @param {string} finding that must come first @returns {Operation} */
const explains = (name, signed, finding) => [
  "explain",
  name,
  ours,
  () => explainCloudFrontDenial({ url: signed, verifier }),
  (findings) => {
    if (findings[0]?.id !== finding) throw new Error(`found ${findings[0]?.id}, not ${finding}`);
  },
];

/** @type {Operation[]} */
export const operationRows = [
  ...Object.entries(keys).map(([form, content]) => imports(form, ours, () => importAgain(content))),
  imports("RSA, encrypted PKCS#8", ours, () => importAgain(encrypted, { passphrase })),
  imports("RSA, PKCS#8 PEM, again", ours, () => importCloudFrontPrivateKey({ keyPairId, content: rsa })),
  imports("RSA, PKCS#8 DER", "crypto.subtle.importKey", () =>
    subtle.importKey("pkcs8", rsaDer, rsaAlgorithm, false, ["sign"]),
  ),
  imports("RSA, PKCS#8 PEM", "node:crypto createPrivateKey", () => createPrivateKey(rsa)),
  [
    "create a signer",
    "RSA, PKCS#8 PEM",
    ours,
    () => createCloudFrontSigner({ keyPairId, privateKey: rsa }),
    async (made) => verifyUrl(await made.signUrl(url, terms), claim),
  ],
  await signsRaw("RSA", rsa, rsaAlgorithm, claim),
  signs("RSA, canned", ours, () => signer.signUrl(url, terms), claim),
  signs("RSA, canned", sdk, () => aws.getSignedUrl(sdkInput), claim),
  signs(
    "RSA, canned",
    `${sdk}, KeyObject`,
    () => aws.getSignedUrl({ ...sdkInput, privateKey: /** @type {any} */ (rsaObject) }),
    claim,
  ),
  signs("RSA, canned", old, () => oldLibrary.getSignedUrl(url, oldInput), claim),
  signs("RSA, custom", ours, () => signer.signUrl(url, { ...terms, ...address }), custom),
  signs("RSA, custom", sdk, () => aws.getSignedUrl({ ...sdkInput, ...address }), custom),
  signs("RSA, SHA-256", ours, () => signer256.signUrl(url, terms), sha256),
  signs("RSA, SHA-256", sdk, () => aws.getSignedUrl({ ...sdkInput, algorithm: "SHA256" }), sha256),
  await signsRaw("P-256", ec, ecAlgorithm, p256),
  signs("P-256, canned", ours, () => ecSigner.signUrl(url, terms), p256),
  signs("RSA, canned, remembered by a memo", ours, () => remembering.signUrl(url, terms), claim),
  makesCookies(ours, () => signer.signCookies({ resource: url, dateLessThan })),
  makesCookies(sdk, () => aws.getSignedCookies(sdkInput)),
  makesCookies(old, () => oldLibrary.getSignedCookies(url, oldInput)),
  [
    "grant",
    "make one, RSA",
    ours,
    () => signer.grant({ resource, dateLessThan }),
    (made) => verifyUrl(made.signUrl(url), { ...claim, resource }),
  ],
  [
    "grant",
    "grant.signUrl",
    ours,
    () => grant.signUrl(url),
    (made) => verifyUrl(made, { ...claim, resource }),
  ],
  [
    "create a verifier",
    "RSA, SPKI PEM",
    ours,
    () => createCloudFrontVerifier({ publicKeys: { [keyPairId]: rsaPublic } }),
    async (made) => isTrue((await made.verifyUrl(canned)).allowed),
  ],
  await verifiesRaw("RSA", rsa, rsaPublic, rsaAlgorithm),
  verifies("RSA, canned", "canned", verify, canned),
  verifies(
    "RSA, custom",
    "custom",
    (signed) => verifier.verifyUrl(signed, { ipAddress: "203.0.113.7" }),
    restricted,
  ),
  verifies("RSA, cookies", "custom", (header) => verifier.verifyCookies(url, header), cookies),
  await verifiesRaw("RSA, SHA-256", rsa, rsaPublic, { ...rsaAlgorithm, hash: "SHA-256" }),
  verifies("RSA, SHA-256", "canned", verify, await signer256.signUrl(url, terms)),
  await verifiesRaw("P-256", ec, ecPublic, ecAlgorithm),
  verifies(
    "P-256, canned",
    "canned",
    (signed) => ecVerifier.verifyUrl(signed),
    await ecSigner.signUrl(url, terms),
  ),
  [
    "inspect",
    "a signed URL, no key",
    ours,
    () => inspectCloudFrontUrl(canned),
    (made) => {
      if (made.problem || made.keyPairId !== keyPairId || made.policy?.resource !== url)
        throw new Error("it was not read");
    },
  ],
  // It tries every known cause and finds none.
  explains("RSA, tampered path", canned.replace("segment-7", "segment-8"), "signature-mismatch"),
  explains("RSA, http for https", canned.replace("https://", "http://"), "url-scheme-changed"),
];
