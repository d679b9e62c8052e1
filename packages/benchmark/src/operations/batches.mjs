// Many URLs at once, as for a page or a playlist.
import aws from "@aws-sdk/cloudfront-signer";
import { cannedPolicy, ecAlgorithm, rsaAlgorithm, urlList } from "../fixture.mjs";
import { verifyRaw, verifyUrl } from "../verify.mjs";
import * as input from "./inputs.mjs";

const {
  ours,
  sdk,
  subtle,
  signer,
  ecSigner,
  keyPairId,
  dateLessThan,
  terms,
  end,
  rsa,
  rsaKey,
  ecKey,
  claim,
  p256,
} = input;

/** @type {import("./inputs.mjs").Operation[]} */
export const batchOperations = [10, 100, 1000].flatMap((size) => {
  const urls = urlList(size);
  const group = `batch of ${size}`;
  /** @param {import("../verify.mjs").Claim} about */
  const all = (about) => (/** @type {unknown[]} */ made) => {
    if (made.length !== size) throw new Error(`${made.length} of ${size}`);
    for (const [i, url] of urls.entries()) verifyUrl(made[i], { ...about, url });
  };
  const policies = urls.map((url) => cannedPolicy(url, dateLessThan));
  const bytes = policies.map((policy) => new TextEncoder().encode(policy));
  /** @param {import("../verify.mjs").Claim} about */
  const allRaw = (about) => (/** @type {unknown[]} */ made) => {
    if (made.length !== size) throw new Error(`${made.length} of ${size}`);
    for (const [i, policy] of policies.entries()) verifyRaw(made[i], policy, about);
  };
  /** @type {import("./inputs.mjs").Operation[]} */
  const rows = [
    [
      group,
      "RSA, parallel",
      ours,
      () => Promise.all(urls.map((url) => signer.signUrl(url, terms))),
      all(claim),
    ],
    [
      group,
      "RSA, raw, parallel",
      "crypto.subtle.sign",
      () => Promise.all(bytes.map((one) => subtle.sign(rsaAlgorithm, rsaKey, one))),
      allRaw(claim),
    ],
    [
      group,
      "P-256, parallel",
      ours,
      () => Promise.all(urls.map((url) => ecSigner.signUrl(url, terms))),
      all(p256),
    ],
    [
      group,
      "P-256, raw, parallel",
      "crypto.subtle.sign",
      () => Promise.all(bytes.map((one) => subtle.sign(ecAlgorithm, ecKey, one))),
      allRaw(p256),
    ],
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
