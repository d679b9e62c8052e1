// Signing. "raw" is crypto.subtle.sign on prepared bytes, and its output stays bytes. The libraries do
// everything that they do for a user: check the URL, make the policy, encode it, sign it, encode the
// signature and build the URL. "by hand" does the minimum for a right URL.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { cannedPolicy } from "../fixture.mjs";
import { old, ours, sdk } from "../subjects.mjs";
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
  /** @type {import("./keys.mjs").Subject} */
  const perRequest = (i) =>
    createCloudFrontSigner({ keyPairId, privateKey: pem }).signUrl(at(urls, i), { dateLessThan });
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": isCustom ? byHandCustom : byHand,
      [ours]: isCustom
        ? (i) => signer.signUrl(at(urls, i), customTerms)
        : (i) => signer.signUrl(at(urls, i), { dateLessThan }),
      ...(isCustom ? {} : { "signer per request": perRequest }),
    },
    synchronous: isCustom ? {} : await rivals(isEc),
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

/** @param {boolean} isEc @returns {Promise<Record<string, import("./keys.mjs").Subject>>} */
async function rivals(isEc) {
  const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
  const { default: library } = await import("aws-cloudfront-sign");
  const { createPrivateKey } = await import("node:crypto");
  const { pem } = input.keyOf(isEc);
  const shared = {
    keyPairId,
    dateLessThan: new Date(dateLessThan * 1000),
    ...(isEc ? { algorithm: /** @type {const} */ ("SHA256") } : {}),
  };
  /** @param {any} privateKey @returns {import("./keys.mjs").Subject} */
  const awsSdk = (privateKey) => (i) => getSignedUrl({ url: at(urls, i), privateKey, ...shared });
  const found = { [sdk]: awsSdk(pem), [`${sdk}, KeyObject`]: awsSdk(createPrivateKey(pem)) };
  if (isEc) return found; // aws-cloudfront-sign has no SHA-256
  const options = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: pem };
  return { ...found, [old]: (i) => library.getSignedUrl(at(urls, i), options) };
}
