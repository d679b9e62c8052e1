// Verifying, inspecting and explaining, beside the raw operation. The other libraries cannot do it.

import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { derOf, ecAlgorithm, rsaAlgorithm } from "../fixture.mjs";
import * as input from "./inputs.mjs";

const {
  ours,
  subtle,
  signer,
  signer256,
  ecSigner,
  keyPairId,
  dateLessThan,
  resource,
  rsa,
  rsaPublic,
  ecPublic,
} = input;
const { url, terms, address, bytes, rsaKey, ecKey } = input;

const raw = "crypto.subtle.verify";
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: rsaPublic } });
const ecVerifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: ecPublic } });
const canned = await signer.signUrl(url, terms);
const custom = await signer.signUrl(url, { ...terms, ...address });
const hashed = await signer256.signUrl(url, terms);
const p256 = await ecSigner.signUrl(url, terms);
const cookies = (await signer.signCookies({ resource, dateLessThan })).toCookieHeader();
const viewer = { ipAddress: "203.0.113.7" };
// Signed for one object and requested for another: explain tries every known cause and finds none. Requested
// by http instead of https: it finds the cause.
const otherObject = canned.replace("segment-7", "segment-8");
const otherScheme = canned.replace("https://", "http://");

/**
 * A signed text that the key verifies, prepared for WebCrypto.
 * @param {string} pem
 * @param {object} algorithm
 * @param {CryptoKey | string} privateKey
 */
async function rawVerify(pem, algorithm, privateKey) {
  const name = /** @type {AlgorithmIdentifier} */ (algorithm);
  const use = /** @type {RsaHashedImportParams} */ (algorithm);
  const publicKey = await subtle.importKey("spki", derOf(pem), use, false, ["verify"]);
  const key =
    typeof privateKey === "string"
      ? await subtle.importKey("pkcs8", derOf(privateKey), use, false, ["sign"])
      : privateKey;
  const signature = await subtle.sign(name, key, bytes);
  return () => subtle.verify(name, publicKey, signature, bytes);
}

/** Accepts the request, and refuses it when one character of the signature is changed. */
const allows =
  (/** @type {string} */ kind, /** @type {() => Promise<{ allowed: boolean }>} */ damaged) =>
  async (/** @type {any} */ verdict) => {
    if (verdict.allowed !== true || verdict.kind !== kind)
      throw new Error(`not allowed by a ${kind} policy: ${verdict.reason}`);
    if ((await damaged()).allowed !== false) throw new Error("a damaged signature was accepted");
  };
/** @param {unknown} made */
const isTrue = (made) => {
  if (made !== true) throw new Error("the signature was not accepted");
};
/** @param {string} text */
const damage = (text) =>
  text.replace(/Signature=(.)/, (_, first) => `Signature=${first === "A" ? "B" : "A"}`);

/** @param {string} id of the finding that must come first */
const finds = (id) => (/** @type {{ id: string }[]} */ findings) => {
  if (findings[0]?.id !== id) throw new Error(`found ${findings.map((one) => one.id)}, not ${id}`);
};

/** @type {import("./inputs.mjs").Operation[]} */
export const verifyOperations = [
  [
    "create a verifier",
    "RSA, SPKI PEM",
    ours,
    () => createCloudFrontVerifier({ publicKeys: { [keyPairId]: rsaPublic } }),
    async (made) => isTrue((await made.verifyUrl(canned)).allowed),
  ],
  ["verify", "RSA, raw", raw, await rawVerify(rsaPublic, rsaAlgorithm, rsaKey), isTrue],
  [
    "verify",
    "RSA, canned",
    ours,
    () => verifier.verifyUrl(canned),
    allows("canned", () => verifier.verifyUrl(damage(canned))),
  ],
  [
    "verify",
    "RSA, custom",
    ours,
    () => verifier.verifyUrl(custom, viewer),
    allows("custom", () => verifier.verifyUrl(damage(custom), viewer)),
  ],
  [
    "verify",
    "RSA, cookies",
    ours,
    () => verifier.verifyCookies(url, cookies),
    allows("custom", () => verifier.verifyCookies(url, damage(cookies))),
  ],
  [
    "verify",
    "RSA, SHA-256, raw",
    raw,
    await rawVerify(rsaPublic, { ...rsaAlgorithm, hash: "SHA-256" }, rsa),
    isTrue,
  ],
  [
    "verify",
    "RSA, SHA-256",
    ours,
    () => verifier.verifyUrl(hashed),
    allows("canned", () => verifier.verifyUrl(damage(hashed))),
  ],
  ["verify", "P-256, raw", raw, await rawVerify(ecPublic, ecAlgorithm, ecKey), isTrue],
  [
    "verify",
    "P-256, canned",
    ours,
    () => ecVerifier.verifyUrl(p256),
    allows("canned", () => ecVerifier.verifyUrl(damage(p256))),
  ],
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
  [
    "explain",
    "RSA, tampered path",
    ours,
    () => explainCloudFrontDenial({ url: otherObject, verifier }),
    finds("signature-mismatch"),
  ],
  [
    "explain",
    "RSA, http for https",
    ours,
    () => explainCloudFrontDenial({ url: otherScheme, verifier }),
    finds("url-scheme-changed"),
  ],
];
