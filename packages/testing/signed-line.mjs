// Reads signed URLs with a canned policy, one a line, and verifies them with node:crypto and no code of the package.
import { verify } from "node:crypto";

/**
 * @typedef {object} Terms of every URL of a run
 * @property {string} publicKey PEM
 * @property {string} keyPairId
 * @property {number} dateLessThan epoch seconds
 * @property {"SHA1" | "SHA256"} hash
 */

/**
 * @typedef {object} SignedLine
 * @property {string} url that was signed
 * @property {number} expires epoch seconds
 * @property {Buffer} signature
 * @property {string} keyPairId
 * @property {string} hash SHA1 or SHA256
 */

const pattern =
  /^(?<url>.*)[?&]Expires=(?<expires>\d+)&Signature=(?<text>[\w~-]+)&Key-Pair-Id=(?<keyPairId>\w+)(?:&Hash-Algorithm=(?<hash>SHA1|SHA256))?$/;

/** @param {Buffer} bytes */
const encode = (bytes) =>
  bytes.toString("base64").replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");

/**
 * Node.js ignores what follows the padding of base64: a torn line would pass.
 * @param {string} text CloudFront's base64
 * @returns {Buffer | undefined} undefined if the text is anything but these bytes
 */
export function decodeStrictly(text) {
  const bytes = Buffer.from(text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"), "base64");
  return encode(bytes) === text ? bytes : undefined;
}

/** @param {string} line @returns {SignedLine | undefined} undefined if it is not a signed URL */
export function readSignedLine(line) {
  const { url, expires, text = "", keyPairId, hash = "SHA1" } = pattern.exec(line)?.groups ?? {};
  const signature = decodeStrictly(text);
  if (url === undefined || keyPairId === undefined || !signature) return undefined;
  return { url, expires: Number(expires), signature, keyPairId, hash };
}

/** @param {SignedLine} line @param {Omit<Terms, "publicKey">} terms */
export const hasTerms = ({ expires, keyPairId, hash }, terms) =>
  expires === terms.dateLessThan && keyPairId === terms.keyPairId && hash === terms.hash;

/**
 * Whether its signature fits its URL and its expiry.
 * @param {SignedLine} line
 * @param {import("node:crypto").KeyObject} publicKey
 */
export function isValidSignature({ url, expires, signature, hash }, publicKey) {
  const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  return verify(hash, Buffer.from(policy), publicKey, signature);
}
