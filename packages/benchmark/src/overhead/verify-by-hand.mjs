// A verifier for the URLs and cookies of one's own signer, written by hand with care and in the least code: it
// reads the request, looks the key up, verifies the signature and compares everything that the policy says.
// It says no reason, and a resource is a URL or ends with its only *.
import { cannedPolicy } from "../fixture.mjs";
import { cryptoKey, fixture, fromDer, keyOf } from "./keys.mjs";

const { subtle } = crypto;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @typedef {Record<string, string>} Parameters by their names in URLs */

const names = new Set(["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"]);

/** The signing parameters of a URL, and the URL without them. @param {string} signed */
export function splitUrl(signed) {
  /** @type {Parameters} */
  const parameters = {};
  const start = signed.indexOf("?");
  if (start < 0) return { url: signed, parameters };
  const own = [];
  for (const pair of signed.slice(start + 1).split("&")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (names.has(name)) parameters[name] = pair.slice(at + 1);
    else own.push(pair);
  }
  const address = signed.slice(0, start);
  return { url: own.length > 0 ? `${address}?${own.join("&")}` : address, parameters };
}

/** The signing parameters in a Cookie header. @param {string} header */
export function readCookies(header) {
  /** @type {Parameters} */
  const parameters = {};
  for (const cookie of header.split("; ")) {
    const at = cookie.indexOf("=");
    if (cookie.startsWith("CloudFront-")) parameters[cookie.slice(11, at)] = cookie.slice(at + 1);
  }
  return parameters;
}

/** @param {string} text CloudFront's base64 */
function decode(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes that WebCrypto verifies. @param {string} text a Signature @param {boolean} isEc */
export function signatureBytes(text, isEc) {
  const bytes = decode(text);
  return isEc ? fromDer(bytes) : bytes;
}

/** @param {Uint8Array} policy @param {string} url @param {string | undefined} ipAddress */
function isMet(policy, url, ipAddress) {
  const { Resource, Condition } = JSON.parse(decoder.decode(policy)).Statement[0];
  const { DateLessThan, DateGreaterThan, IpAddress } = Condition;
  const seconds = Math.floor(Date.now() / 1000);
  if (seconds >= DateLessThan["AWS:EpochTime"]) return false;
  if (DateGreaterThan && seconds <= DateGreaterThan["AWS:EpochTime"]) return false;
  if (IpAddress && IpAddress["AWS:SourceIp"] !== `${ipAddress}/32`) return false;
  return Resource.endsWith("*") ? url.startsWith(Resource.slice(0, -1)) : url === Resource;
}

/**
 * Whether a request is allowed, by its URL without signing parameters and by those.
 * @param {boolean} isEc
 * @returns {Promise<(url: string, parameters: Parameters, ipAddress?: string) => Promise<boolean>>}
 */
export async function verifierByHand(isEc) {
  const { algorithm, hash } = keyOf(isEc);
  const keys = new Map([[fixture.keyPairId, await cryptoKey(isEc, "verify")]]);
  return async (url, parameters, ipAddress) => {
    const {
      Expires,
      Policy,
      Signature,
      "Key-Pair-Id": id = "",
      "Hash-Algorithm": used = "SHA1",
    } = parameters;
    const key = keys.get(id);
    if (!key || !Signature || used !== hash) return false;
    // What the canned policy says is compared here: it holds the requested URL itself.
    if (Policy === undefined && !(Date.now() < Number(Expires) * 1000)) return false;
    const policy = Policy === undefined ? encoder.encode(cannedPolicy(url, Number(Expires))) : decode(Policy);
    if (!(await subtle.verify(algorithm, key, signatureBytes(Signature, isEc), policy))) return false;
    return Policy === undefined || isMet(policy, url, ipAddress);
  };
}
