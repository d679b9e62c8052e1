// Signing. "raw" is crypto.subtle.sign on prepared bytes, and its output stays bytes. The libraries do
// everything that they do for a user: check the URL, make the policy, encode it, sign it, encode the
// signature and build the URL. "by hand" does the minimum for a right URL.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { cannedPolicy } from "../fixture.mjs";
import { old, sdk } from "../subjects.mjs";
import { verifyRaw, verifyUrl } from "../verify.mjs";
import { at, cryptoKey, fixture, keyOf, policies, policyBytes, toDer, urls } from "./keys.mjs";

const { keyPairId, dateLessThan } = fixture;
const { subtle } = crypto;

/** @param {boolean} isEc @returns {Promise<import("./keys.mjs").Race>} */
export async function signing(isEc) {
  const { pem, publicPem, algorithm, hash } = keyOf(isEc);
  const key = await cryptoKey(isEc, "sign");
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const end = isEc ? "&Hash-Algorithm=SHA256" : "";
  const raw = (/** @type {number} */ i) => subtle.sign(algorithm, key, at(policies, i));
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": async (i) => {
        const url = at(urls, i);
        const made = new Uint8Array(await subtle.sign(algorithm, key, policyBytes(url)));
        const base64 = btoa(
          String.fromCharCode.apply(
            null,
            /** @type {number[]} */ (/** @type {unknown} */ (isEc ? toDer(made) : made)),
          ),
        );
        const signature = base64.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
        return `${url}?Expires=${dateLessThan}&Signature=${signature}&Key-Pair-Id=${keyPairId}${end}`;
      },
      "cloudfront-sign-webcrypto": (i) => signer.signUrl(at(urls, i), { dateLessThan }),
      "signer per request": (i) =>
        createCloudFrontSigner({ keyPairId, privateKey: pem }).signUrl(at(urls, i), { dateLessThan }),
    },
    synchronous: await rivals(isEc),
    check(name, made, i) {
      const url = at(urls, i);
      const claim = { url, keyPairId, dateLessThan, publicKey: publicPem, hash };
      if (name.startsWith("raw")) verifyRaw(made, cannedPolicy(url, dateLessThan), claim);
      else verifyUrl(made, claim);
    },
  };
}

/** @param {boolean} isEc @returns {Promise<Record<string, import("./keys.mjs").Subject>>} */
async function rivals(isEc) {
  const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
  const { default: library } = await import("aws-cloudfront-sign");
  const { createPrivateKey } = await import("node:crypto");
  const { pem } = keyOf(isEc);
  const shared = {
    keyPairId,
    dateLessThan: new Date(dateLessThan * 1000),
    ...(isEc ? { algorithm: /** @type {const} */ ("SHA256") } : {}),
  };
  /** @param {any} privateKey @returns {import("./keys.mjs").Subject} */
  const awsSdk = (privateKey) => (i) => getSignedUrl({ url: at(urls, i), privateKey, ...shared });
  const found = { [sdk]: awsSdk(pem), [`${sdk}, KeyObject`]: awsSdk(createPrivateKey(pem)) };
  if (isEc) return found; // aws-cloudfront-sign has no SHA-256
  const input = { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: pem };
  return { ...found, [old]: (i) => library.getSignedUrl(at(urls, i), input) };
}
