// Verifying a signed URL. "raw" is crypto.subtle.verify on prepared bytes. Ours reads a request as CloudFront
// does and says why it is denied; verify-by-hand.mjs says what "by hand" does.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { ours } from "../subjects.mjs";
import * as input from "./keys.mjs";
import { signatureBytes, splitUrl, verifierByHand } from "./verify-by-hand.mjs";

const { at, customPolicy, customTerms, fixture, policies, urls, viewer } = input;
const { keyPairId, dateLessThan } = fixture;
const { subtle } = crypto;

/**
 * crypto.subtle.verify on the prepared bytes of each signed URL.
 * @param {boolean} isEc
 * @param {string[]} signed
 * @returns {Promise<import("./keys.mjs").Subject>}
 */
export async function rawVerifying(isEc, signed) {
  const { algorithm } = input.keyOf(isEc);
  const key = await input.cryptoKey(isEc, "verify");
  const prepared = signed.map((url, i) => {
    const { Signature = "", Policy } = splitUrl(url).parameters;
    const policy = Policy === undefined ? at(policies, i) : new TextEncoder().encode(customPolicy);
    return { signature: signatureBytes(Signature, isEc), policy };
  });
  const { signature } = at(prepared, 0);
  if (await subtle.verify(algorithm, key, signature, new Uint8Array(9)))
    throw new Error("raw accepts everything");
  return (i) => {
    const { signature, policy } = at(prepared, i);
    return subtle.verify(algorithm, key, signature, policy);
  };
}

/**
 * @param {boolean} isEc
 * @param {boolean} isCustom whether the policy has a pattern and an address
 * @returns {Promise<import("./keys.mjs").Race>}
 */
export async function verifying(isEc, isCustom) {
  const { pem, publicPem } = input.keyOf(isEc);
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const terms = isCustom ? customTerms : { dateLessThan };
  const signed = await Promise.all(urls.map((url) => signer.signUrl(url, terms)));
  const raw = await rawVerifying(isEc, signed);
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicPem } });
  const verifyByHand = await verifierByHand(isEc);
  const options = { ipAddress: viewer };
  const byHand = (/** @type {string} */ text) => {
    const { url, parameters } = splitUrl(text);
    return verifyByHand(url, parameters, viewer);
  };
  for (const url of signed) {
    // A verifier that accepts everything would be fast.
    const other = url.replace("/videos/", "/videoz/");
    if ((await verifier.verifyUrl(other, options)).allowed || (await byHand(other)))
      throw new Error("a URL that was not signed is allowed");
  }
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": (i) => byHand(at(signed, i)),
      [ours]: isCustom
        ? (i) => verifier.verifyUrl(at(signed, i), options)
        : (i) => verifier.verifyUrl(at(signed, i)),
    },
    synchronous: {},
    check(name, made) {
      const { allowed = made } = Object(made);
      if (allowed !== true) throw new Error(`${name} denies what is right`);
    },
  };
}
