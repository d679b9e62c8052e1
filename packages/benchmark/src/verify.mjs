// Verifies outputs with node:crypto, which shares no code with the subjects. A wrong output aborts the run.
import { createVerify } from "node:crypto";
import { decodeStrictly } from "@cloudfront-sign-webcrypto/testing/signed-line";
import { cannedPolicy } from "./fixture.mjs";

/** @param {string} why @returns {never} */
function wrong(why) {
  throw new Error(`wrong output: ${why}`);
}

/** @param {string} text CloudFront's base64 */
const decode = (text) => decodeStrictly(text) ?? wrong("not CloudFront's base64");

/**
 * @typedef {object} Claim the expected output
 * @property {string} url the URL to sign
 * @property {string} [resource] the resource of the policy, if not exactly the URL
 * @property {number} dateLessThan
 * @property {string} keyPairId
 * @property {string} publicKey PEM
 * @property {"SHA1" | "SHA256"} hash
 * @property {object} [more] further conditions of the policy
 */

/**
 * What a key of the fixture signs for one URL.
 * @param {import("./fixture.mjs").Fixture} fixture
 * @param {string} url
 * @param {{ isEc?: boolean | undefined, isGrant?: boolean }} [how]
 * @returns {Claim}
 */
export const claimOf = (
  { keyPairId, dateLessThan, resource, rsaPublic, ecPublic },
  url,
  { isEc = false, isGrant = false } = {},
) => ({
  ...{ url, keyPairId, dateLessThan, ...(isGrant && { resource }) },
  ...(isEc ? { publicKey: ecPublic, hash: "SHA256" } : { publicKey: rsaPublic, hash: "SHA1" }),
});

/**
 * @param {Uint8Array} signature
 * @param {string | Uint8Array} policy
 * @param {Claim} claim
 * @param {"der" | "ieee-p1363"} [dsaEncoding]
 */
function verify(signature, policy, { publicKey, hash }, dsaEncoding = "der") {
  const fits = (/** @type {Uint8Array} */ bytes) =>
    createVerify(hash).update(policy).verify({ key: publicKey, dsaEncoding }, bytes);
  if (!fits(signature)) wrong("the signature does not belong to the policy");
  const flipped = Uint8Array.from(signature);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  // Prove that the check can fail.
  if (fits(flipped)) wrong("a damaged signature was accepted: this check is worthless");
}

/** @param {Record<string, string | undefined>} parameters @param {Claim} claim */
function checkParameters(parameters, claim) {
  const { url, resource = url, dateLessThan, keyPairId, hash, more } = claim;
  const {
    Policy: custom,
    Expires: expires,
    Signature: signature = "",
    "Key-Pair-Id": id,
    "Hash-Algorithm": used = "SHA1",
  } = parameters;
  if (id !== keyPairId) wrong(`Key-Pair-Id is ${id}`);
  if (used !== hash) wrong(`Hash-Algorithm is ${used}`);
  if (expires !== undefined && Number(expires) !== dateLessThan) wrong(`Expires is ${expires}`);
  if (custom === undefined && (expires === undefined || more || resource !== url))
    wrong("a canned policy cannot say that");
  const policy = custom === undefined ? cannedPolicy(url, dateLessThan) : decode(custom).toString();
  const { Resource, Condition } = JSON.parse(policy).Statement[0];
  const expected = { DateLessThan: { "AWS:EpochTime": dateLessThan }, ...more };
  if (Resource !== resource) wrong(`Resource is ${Resource}`);
  const bySort = (/** @type {object} */ value) => JSON.stringify(Object.entries(value).sort());
  if (bySort(Condition) !== bySort(expected)) wrong(`Condition is ${JSON.stringify(Condition)}`);
  verify(decode(signature), policy, claim);
}

/** @param {unknown} made a signed URL @param {Claim} claim */
export function verifyUrl(made, claim) {
  if (typeof made !== "string" || !made.startsWith(claim.url))
    return wrong("not the URL that was to be signed");
  const query = made.slice(claim.url.length);
  if (!/^[?&]/.test(query)) wrong("nothing appended");
  const pairs = query.slice(1).split("&");
  checkParameters(
    Object.fromEntries(
      pairs.map((pair) => [pair.split("=")[0], decodeURIComponent(pair.slice(pair.indexOf("=") + 1))]),
    ),
    claim,
  );
}

/** @param {unknown} made cookie names and values @param {Claim} claim */
export function verifyCookies(made, claim) {
  const entries = Object.entries(/** @type {Record<string, unknown>} */ (made));
  checkParameters(
    Object.fromEntries(entries.map(([name, value]) => [name.replace("CloudFront-", ""), `${value}`])),
    claim,
  );
}

/** A signature of WebCrypto. @param {unknown} made @param {string} policy @param {Claim} claim */
export function verifyRaw(made, policy, claim) {
  if (!(made instanceof ArrayBuffer)) return wrong("not bytes");
  verify(new Uint8Array(made), policy, claim, "ieee-p1363");
}
