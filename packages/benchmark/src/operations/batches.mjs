// Many URLs at once, as a page or a playlist needs them.
import aws from "@aws-sdk/cloudfront-signer";
import { ecAlgorithm, rsaAlgorithm, urlList } from "../fixture.mjs";
import { verifyRaw, verifyUrl } from "../verify.mjs";
import * as input from "./inputs.mjs";

const { ours, sdk, subtle, signer, ecSigner, keyPairId, terms, end, rsa, rsaKey, ecKey, bytes, policy, claim, p256 } = input;

/** @type {import("./inputs.mjs").Operation[]} */
export const batchOperations = [10, 100, 1000].flatMap((size) => {
  const urls = urlList(size);
  const group = `batch of ${size}`;
  /** @param {import("../verify.mjs").Claim} about */
  const all = (about) => (/** @type {unknown[]} */ made) => {
    if (made.length !== size) throw new Error(`${made.length} of ${size}`);
    for (const [i, url] of urls.entries()) verifyUrl(made[i], { ...about, url });
  };
  /** @param {ArrayBuffer[]} made */
  const raw = (made) => {
    if (made.length !== size || made.some((one) => one.byteLength !== 64)) throw new Error("no ECDSA signatures");
  };
  /** @type {import("./inputs.mjs").Operation[]} */
  const rows = [
    [group, "RSA, parallel", ours, () => Promise.all(urls.map((url) => signer.signUrl(url, terms))), all(claim)],
    [
      group,
      "RSA, raw, parallel",
      "crypto.subtle.sign",
      () => Promise.all(urls.map(() => subtle.sign(rsaAlgorithm, rsaKey, bytes))),
      (made) => verifyRaw(made[size - 1], policy, claim),
    ],
    [group, "P-256, parallel", ours, () => Promise.all(urls.map((url) => ecSigner.signUrl(url, terms))), all(p256)],
    [group, "P-256, raw, parallel", "crypto.subtle.sign", () => Promise.all(urls.map(() => subtle.sign(ecAlgorithm, ecKey, bytes))), raw],
    [
      group,
      "RSA, one after the other",
      sdk,
      () => urls.map((url) => aws.getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end })),
      all(claim),
    ],
  ];
  return rows;
});
