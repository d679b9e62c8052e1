// Signing. "raw" is crypto.subtle.sign on prepared bytes, and its output stays bytes. The libraries do
// everything that they do for a user: check the URL, make the policy, encode it, sign it, encode the
// signature and build the URL. "by hand" does the minimum for a right URL.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { cannedPolicy } from "../fixture.mjs";
import { verifyRaw, verifyUrl } from "../verify.mjs";
import * as input from "./keys.mjs";

const { at, customPolicy, customTerms, fixture, policies, policyBytes, toDer, urls, viewer } = input;
const { keyPairId, dateLessThan } = fixture;
const { subtle } = crypto;
const encoder = new TextEncoder();

/** CloudFront's base64. @param {Uint8Array} bytes */
function encode(bytes) {
  const codes = /** @type {number[]} */ (/** @type {unknown} */ (bytes));
  const base64 = btoa(String.fromCharCode.apply(null, codes));
  return base64.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
}

/**
 * @param {boolean} isEc
 * @param {boolean} isCustom whether the policy has a pattern and an address
 * @returns {Promise<import("./keys.mjs").Race>}
 */
export async function signing(isEc, isCustom) {
  const { pem, publicPem, algorithm, hash } = input.keyOf(isEc);
  const key = await input.cryptoKey(isEc, "sign");
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const end = `&Key-Pair-Id=${keyPairId}${isEc ? "&Hash-Algorithm=SHA256" : ""}`;
  const custom = encoder.encode(customPolicy);
  const raw = (/** @type {number} */ i) => subtle.sign(algorithm, key, isCustom ? custom : at(policies, i));
  const sign = async (/** @type {Uint8Array<ArrayBuffer>} */ policy) => {
    const made = new Uint8Array(await subtle.sign(algorithm, key, policy));
    return encode(isEc ? toDer(made) : made);
  };
  /** @type {import("./keys.mjs").Subject} */
  const byHand = async (i) => {
    const url = at(urls, i);
    return `${url}?Expires=${dateLessThan}&Signature=${await sign(policyBytes(url))}${end}`;
  };
  /** @type {import("./keys.mjs").Subject} */
  const byHandCustom = async (i) => {
    const policy = encoder.encode(customPolicy);
    return `${at(urls, i)}?Policy=${encode(policy)}&Signature=${await sign(policy)}${end}`;
  };
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": isCustom ? byHandCustom : byHand,
      "cloudfront-sign-webcrypto": isCustom
        ? (i) => signer.signUrl(at(urls, i), customTerms)
        : (i) => signer.signUrl(at(urls, i), { dateLessThan }),
    },
    synchronous: isEc || isCustom ? {} : await rivals(pem),
    check(name, made, i) {
      const url = at(urls, i);
      const claim = { url, keyPairId, dateLessThan, publicKey: publicPem, hash };
      if (name.startsWith("raw"))
        verifyRaw(made, isCustom ? customPolicy : cannedPolicy(url, dateLessThan), claim);
      else verifyUrl(made, isCustom ? { ...claim, ...customClaim } : claim);
    },
  };
}

const customClaim = {
  resource: customTerms.resource,
  more: { IpAddress: { "AWS:SourceIp": `${viewer}/32` } },
};

/** @param {string} pem @returns {Promise<Record<string, import("./keys.mjs").Subject>>} */
async function rivals(pem) {
  const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
  const { default: old } = await import("aws-cloudfront-sign");
  const { createPrivateKey } = await import("node:crypto");
  const end = new Date(dateLessThan * 1000);
  /** @param {any} privateKey @returns {import("./keys.mjs").Subject} */
  const sdk = (privateKey) => (i) =>
    getSignedUrl({ url: at(urls, i), keyPairId, privateKey, dateLessThan: end });
  const oldInput = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: pem };
  return {
    "@aws-sdk/cloudfront-signer": sdk(pem),
    "@aws-sdk/cloudfront-signer, KeyObject": sdk(createPrivateKey(pem)),
    "aws-cloudfront-sign": (i) => old.getSignedUrl(at(urls, i), oldInput),
  };
}
