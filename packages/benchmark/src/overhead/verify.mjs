// Verifying. "raw" is crypto.subtle.verify on prepared bytes. Ours reads a signed URL as CloudFront does and
// says why it is refused. "by hand" splits the URL at known positions, makes the policy and verifies: it
// could not read a request that someone else wrote.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { at, cryptoKey, fixture, fromDer, keyOf, policies, policyBytes, urls } from "./keys.mjs";

const { keyPairId, dateLessThan } = fixture;
const { subtle } = crypto;

/** The signature in a signed URL. @param {string} signed @param {boolean} isEc */
function signatureOf(signed, isEc) {
  const text = signed.slice(signed.indexOf("&Signature=") + 11, signed.indexOf("&Key-Pair-Id"));
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return isEc ? fromDer(bytes) : bytes;
}

/** @param {boolean} isEc @returns {Promise<import("./keys.mjs").Race>} */
export async function verifying(isEc) {
  const { pem, publicPem, algorithm } = keyOf(isEc);
  const key = await cryptoKey(isEc, "verify");
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: publicPem } });
  const signed = await Promise.all(urls.map((url) => signer.signUrl(url, { dateLessThan })));
  const signatures = signed.map((one) => signatureOf(one, isEc));
  const raw = (/** @type {number} */ i) => subtle.verify(algorithm, key, at(signatures, i), at(policies, i));
  const other = signed.map((one) => one.replace("/videos/", "/videoz/"));
  for (const i of urls.keys()) {
    // A verifier that accepts everything would be fast.
    if ((await verifier.verifyUrl(at(other, i))).allowed)
      throw new Error("a URL that was not signed is allowed");
    if (await subtle.verify(algorithm, key, at(signatures, i), at(policies, (i + 1) % 100)))
      throw new Error("raw accepts everything");
  }
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": (i) => {
        const text = at(signed, i);
        return subtle.verify(
          algorithm,
          key,
          signatureOf(text, isEc),
          policyBytes(text.slice(0, text.indexOf("?"))),
        );
      },
      "cloudfront-sign-webcrypto": (i) => verifier.verifyUrl(at(signed, i)),
    },
    synchronous: {},
    check(name, made) {
      const { allowed = made } = Object(made);
      if (allowed !== true) throw new Error(`${name} denies what is right`);
    },
  };
}
