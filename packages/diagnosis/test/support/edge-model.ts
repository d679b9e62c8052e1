import type { KeyObject } from "node:crypto";
import broken from "../vectors/denials/artefacts.json";
import { covers, isInGrammar, isViewer, termsOf } from "./policy-model.ts";

/**
 * What CloudFront checks, written for tests alone, with node:crypto: the model that findings are held against. It is loaded on
 * use, because the cases of findings are also read in browsers and workerd, where nobody asks this model.
 */

const nodeCrypto = () => process.getBuiltinModule("node:crypto");

export const publicKeys: Readonly<Record<string, string>> = broken.publicKeys;
let keyObjects: ReadonlyMap<string, KeyObject> | undefined;

function keyOf(id: string): KeyObject | undefined {
  const { createPublicKey } = nodeCrypto();
  keyObjects ??= new Map(Object.entries(publicKeys).map(([one, pem]) => [one, createPublicKey(pem)]));
  return keyObjects.get(id);
}

export interface Request {
  readonly url: string;
  readonly cookies: string | undefined;
  readonly now: Date;
  readonly ipAddress: string | undefined;
}

export const reserved = ["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"];

export interface Reading {
  /** The URL without the signing parameters and without a fragment. */
  readonly requested: string;
  readonly from: "url" | "cookies";
  /** Names and values of the signing parameters, `CloudFront-` taken off, in their order. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly sent: ReadonlyMap<string, string>;
  readonly cookieNames: readonly string[];
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function read({ url, cookies }: Request): Reading {
  const [sentUrl = ""] = url.split("#");
  const at = sentUrl.indexOf("?");
  const base = at < 0 ? sentUrl : sentUrl.slice(0, at);
  const parts = at < 0 ? [] : sentUrl.slice(at + 1).split("&");
  const isOwn = (part: string): boolean => !reserved.includes(pairOf(part)[0]);
  const own = parts.filter(isOwn);
  const inUrl = parts.filter((part) => !isOwn(part)).map(pairOf);
  const jar = (cookies ?? "").split(";").map((part) => pairOf(part.trim()));
  const inCookies = jar
    .map(([name, value]) => [name.replace(/^CloudFront-/, ""), value, name] as const)
    .filter(([short, , name]) => name.startsWith("CloudFront-") && reserved.includes(short));
  const from = inUrl.length > 0 || inCookies.length === 0 ? "url" : "cookies";
  const pairs: (readonly [string, string])[] =
    from === "url"
      ? inUrl.map(([name, value]) => [name, decoded(value)])
      : inCookies.map(([name, value]) => [name, value]);
  return {
    requested: from === "cookies" ? sentUrl : own.length > 0 ? `${base}?${own.join("&")}` : base,
    from,
    pairs,
    sent: new Map(pairs),
    cookieNames: jar.map(([name]) => name).filter(Boolean),
  };
}

/** Strict: there is one text for the same bytes. */
export function bytesOf(value: string): Buffer | undefined {
  const base64 = value.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/");
  const bytes = Buffer.from(base64, "base64");
  return /[+/=]/.test(value) || value === "" || bytes.toString("base64") !== base64 ? undefined : bytes;
}

function cannedPolicy(resource: string, expires: string): string {
  return `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
}

const hashes: Readonly<Record<string, string>> = { SHA1: "sha1", SHA256: "sha256" };

export function isSignature(
  keyPairId: string,
  hash: string,
  policy: string | Buffer,
  signature: Buffer,
): boolean {
  const { constants, verify } = nodeCrypto();
  const key = keyOf(keyPairId);
  const name = hashes[hash];
  if (!key || !name) return false;
  const padding = key.asymmetricKeyType === "rsa" ? { padding: constants.RSA_PKCS1_PADDING } : {};
  return verify(name, Buffer.from(policy), { key, ...padding }, signature);
}

function textOf(bytes: Buffer | undefined): string | undefined {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The policy that counts: the one that was sent, or the canned one of the URL and its expiry. */
export function policyOf({ sent, requested }: Reading): string | undefined {
  const custom = sent.get("Policy");
  if (custom !== undefined) return textOf(bytesOf(custom));
  const expires = sent.get("Expires");
  return expires === undefined ? undefined : cannedPolicy(requested, expires);
}

/** Whether CloudFront would allow the request. */
export function isAllowed(request: Request): boolean {
  const reading = read(request);
  const { sent, pairs, requested } = reading;
  const key = sent.get("Key-Pair-Id");
  const signature = bytesOf(sent.get("Signature") ?? "");
  const policy = policyOf(reading);
  const terms = policy === undefined ? undefined : termsOf(policy);
  if (!key || !signature || policy === undefined || !terms || pairs.length !== sent.size) return false;
  if (!/^https?:\/\/[^/?@\s]+(\/[!-~]*)?(\?[!-~]*)?$/.test(request.url.split("#")[0] ?? "")) return false;
  // JSON knows other numbers, such as 1.9e9, than CloudFront does.
  if (!sent.has("Policy") && !/^(0|[1-9]\d{0,10})$/.test(sent.get("Expires") ?? "")) return false;
  if (!isInGrammar(policy) || request.url.length > 8192 || (request.cookies?.length ?? 0) > 20_480)
    return false;
  const seconds = request.now.getTime() / 1000;
  return (
    isSignature(key, sent.get("Hash-Algorithm") ?? "SHA1", policy, signature) &&
    (!sent.has("Policy") || covers(terms.resource, requested)) &&
    seconds < terms.end &&
    (terms.start === undefined || seconds > terms.start) &&
    isViewer(request.ipAddress, terms.range)
  );
}
