// One signature: URLs, cookies, grants and long query strings, beside the raw operation and both other
// libraries.
import aws from "@aws-sdk/cloudfront-signer";
import oldLibrary from "aws-cloudfront-sign";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { ecAlgorithm, rsaAlgorithm } from "../fixture.mjs";
import { verifyCookies, verifyRaw, verifyUrl } from "../verify.mjs";
import * as input from "./inputs.mjs";

const {
  ours,
  sdk,
  old,
  subtle,
  signer,
  signer256,
  ecSigner,
  keyPairId,
  dateLessThan,
  resource,
  url,
  terms,
  address,
  end,
} = input;
const { rsa, rsaKey, rsaObject, ecKey, bytes, policy, claim, sha256, p256, custom } = input;

const sdkInput = { url, keyPairId, privateKey: rsa, dateLessThan: end };
const oldInput = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa };
const grant = await signer.grant({ resource, dateLessThan });

/** @param {import("../verify.mjs").Claim} about */
const signs = (about) => (/** @type {unknown} */ made) => verifyUrl(made, about);
const remembering = createCloudFrontSigner({ keyPairId, privateKey: rsa, signatureCacheSize: 1000 });

/** @type {import("./inputs.mjs").Operation[]} */
export const signOperations = [
  [
    "sign",
    "RSA, raw",
    "crypto.subtle.sign",
    () => subtle.sign(rsaAlgorithm, rsaKey, bytes),
    (made) => verifyRaw(made, policy, claim),
  ],
  ["sign", "RSA, canned", ours, () => signer.signUrl(url, terms), signs(claim)],
  ["sign", "RSA, canned", sdk, () => aws.getSignedUrl(sdkInput), signs(claim)],
  [
    "sign",
    "RSA, canned",
    `${sdk}, KeyObject`,
    () => aws.getSignedUrl({ ...sdkInput, privateKey: /** @type {any} */ (rsaObject) }),
    signs(claim),
  ],
  ["sign", "RSA, canned", old, () => oldLibrary.getSignedUrl(url, oldInput), signs(claim)],
  ["sign", "RSA, custom", ours, () => signer.signUrl(url, { ...terms, ...address }), signs(custom)],
  ["sign", "RSA, custom", sdk, () => aws.getSignedUrl({ ...sdkInput, ...address }), signs(custom)],
  ["sign", "RSA, SHA-256", ours, () => signer256.signUrl(url, terms), signs(sha256)],
  ["sign", "RSA, SHA-256", sdk, () => aws.getSignedUrl({ ...sdkInput, algorithm: "SHA256" }), signs(sha256)],
  [
    "sign",
    "P-256, raw",
    "crypto.subtle.sign",
    () => subtle.sign(ecAlgorithm, ecKey, bytes),
    (made) => verifyRaw(made, policy, p256),
  ],
  ["sign", "P-256, canned", ours, () => ecSigner.signUrl(url, terms), signs(p256)],
  ["sign", "RSA, canned, remembered by a memo", ours, () => remembering.signUrl(url, terms), signs(claim)],
  [
    "cookies",
    "RSA, canned",
    ours,
    () => signer.signCookies({ resource: url, dateLessThan }),
    (made) => verifyCookies(made.values, claim),
  ],
  ["cookies", "RSA, canned", sdk, () => aws.getSignedCookies(sdkInput), (made) => verifyCookies(made, claim)],
  [
    "cookies",
    "RSA, canned",
    old,
    () => oldLibrary.getSignedCookies(url, oldInput),
    (made) => verifyCookies(made, claim),
  ],
  [
    "grant",
    "make one, RSA",
    ours,
    () => signer.grant({ resource, dateLessThan }),
    (made) => verifyUrl(made.signUrl(url), { ...claim, resource }),
  ],
  ...[0, 10, 100].flatMap(withParameters),
];

/** @param {number} count of parameters in the query string @returns {import("./inputs.mjs").Operation[]} */
function withParameters(count) {
  const query = Array.from({ length: count }, (_, i) => `parameter-${i}=value%20${i}`).join("&");
  const long = count === 0 ? url : `${url}?${query}`;
  const name = `${count} query parameters`;
  const about = { ...claim, url: long };
  /** @type {import("./inputs.mjs").Operation[]} */
  const rows = [
    ["grant", `grant.signUrl, ${name}`, ours, () => grant.signUrl(long), signs({ ...about, resource })],
    [
      "query strings",
      `P-256, ${name}`,
      ours,
      () => ecSigner.signUrl(long, terms),
      signs({ ...p256, url: long }),
    ],
    ["query strings", `RSA, ${name}`, ours, () => signer.signUrl(long, terms), signs(about)],
    ["query strings", `RSA, ${name}`, sdk, () => aws.getSignedUrl({ ...sdkInput, url: long }), signs(about)],
  ];
  // Without a query they are in the group "sign".
  return count === 0 ? rows.slice(0, 1) : rows;
}
