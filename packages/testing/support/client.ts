import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { base64ToBytes, type KeyFile, keyText, pemToDer } from "./keys.ts";

/**
 * The other side, written apart from the library: what a client sends for a signed URL, the policy that
 * CloudFront then holds against it, and whether the signature fits. Nothing here may import the library's
 * code.
 */

const reservedNames = ["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"];

/** CloudFront's base64 alphabet; anything else in it is a fault of the signer, so it is not repaired here. */
export function cloudFrontBase64ToBytes(value: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9~-]+_{0,2}$/.test(value) || value.length % 4 !== 0)
    throw new Error("not in CloudFront's base64 alphabet");
  return base64ToBytes(value.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/"));
}

export function cloudFrontBase64ToText(value: string): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(cloudFrontBase64ToBytes(value));
}

/** The canned policy as CloudFront rebuilds it: the documented literal around the request URL. */
function cannedPolicy(resource: string, expires: string | number): string {
  return `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
}

export interface Credentials {
  kind: "canned" | "custom";
  policy: string;
  signature: string;
  keyPairId: string | undefined;
  hashAlgorithm: HashAlgorithm;
}

export interface ClientRequest extends Credentials {
  /**
   * The URL that the policy is matched against: as requested, without the reserved parameters and the
   * fragment.
   */
  resource: string;
  /** The reserved parameters' names in the order in which they were sent. */
  order: string[];
  fragment: string;
}

function credentials(get: (name: string) => string | undefined, resource: string): Credentials {
  const expires = get("Expires");
  const policy = get("Policy");
  if ((expires === undefined) === (policy === undefined))
    throw new Error("one of Expires and Policy is needed");
  const hash = get("Hash-Algorithm") ?? "SHA1";
  if (hash !== "SHA1" && hash !== "SHA256") throw new Error("an unknown Hash-Algorithm");
  return {
    kind: policy === undefined ? "canned" : "custom",
    policy: policy === undefined ? cannedPolicy(resource, expires ?? "") : cloudFrontBase64ToText(policy),
    signature: get("Signature") ?? "",
    keyPairId: get("Key-Pair-Id"),
    hashAlgorithm: hash,
  };
}

/** What a WHATWG client (a browser, fetch) makes of a signed URL. */
export function clientRequest(signedUrl: string): ClientRequest {
  const [request = "", ...fragment] = new URL(signedUrl).href.split("#");
  const at = request.indexOf("?");
  if (at < 0) throw new Error("no query");
  const reserved = new Map<string, string>();
  const own: string[] = [];
  for (const pair of request.slice(at + 1).split("&")) {
    const name = pair.split("=", 1)[0] ?? "";
    if (!reservedNames.includes(name)) own.push(pair);
    else if (reserved.has(name)) throw new Error(`${name} twice`);
    else reserved.set(name, pair.slice(name.length + 1));
  }
  const resource = request.slice(0, at) + (own.length > 0 ? `?${own.join("&")}` : "");
  return {
    ...credentials((name) => reserved.get(name), resource),
    resource,
    order: [...reserved.keys()],
    fragment: fragment.length > 0 ? `#${fragment.join("#")}` : "",
  };
}

/** What CloudFront reads from the cookies that come with a request for `resource`. */
export function cookieRequest(values: Record<string, string>, resource: string): Credentials {
  const unknown = Object.keys(values).filter(
    (name) => !reservedNames.includes(name.replace(/^CloudFront-/, "")),
  );
  if (unknown.length > 0) throw new Error(`an unknown cookie ${unknown[0]}`);
  return credentials((name) => values[`CloudFront-${name}`], resource);
}

/**
 * The r and s of an ECDSA signature in DER, as 64 bytes; strict, so that it also says whether the DER is
 * minimal.
 */
export function derToRaw(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(64);
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new Error("not one DER sequence");
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const integer = der.subarray(at + 2, at + 2 + length);
    const [first = 0xff, second = 0] = integer;
    if (der[at] !== 0x02 || integer.length !== length || length < 1 || length > 33)
      throw new Error("not a DER integer");
    if (first > 0x7f) throw new Error("a negative integer");
    if (first === 0 && length > 1 && second < 0x80) throw new Error("a needless leading zero");
    const digits = first === 0 ? integer.subarray(1) : integer;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  if (at !== der.length) throw new Error("bytes behind s");
  return raw;
}

/** Checks with WebCrypto and the public key's file: RSASSA-PKCS1-v1_5, or ECDSA P-256 in DER. */
export async function isSignatureValid(
  publicKey: KeyFile,
  signed: Pick<Credentials, "policy" | "signature" | "hashAlgorithm">,
): Promise<boolean> {
  const hash = signed.hashAlgorithm === "SHA1" ? "SHA-1" : "SHA-256";
  const spki = pemToDer(keyText(publicKey));
  const bytes = cloudFrontBase64ToBytes(signed.signature);
  const policy = new TextEncoder().encode(signed.policy);
  if (publicKey.startsWith("ec")) {
    const key = await crypto.subtle.importKey("spki", spki, { name: "ECDSA", namedCurve: "P-256" }, false, [
      "verify",
    ]);
    return crypto.subtle.verify({ name: "ECDSA", hash }, key, derToRaw(bytes), policy);
  }
  const key = await crypto.subtle.importKey("spki", spki, { name: "RSASSA-PKCS1-v1_5", hash }, false, [
    "verify",
  ]);
  return crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, bytes, policy);
}

/**
 * What CloudFront decides about a request with a custom policy for a folder: by the URL's own parameters, or without any
 * by the cookies.
 */
export async function isAllowedInFolder(
  { url, headers }: Pick<Request, "url" | "headers">,
  key: { readonly keyPairId: string; readonly publicKey: KeyFile },
): Promise<boolean> {
  const read = url.includes("Signature=") ? clientRequest(url) : cookiesOf(headers.get("Cookie") ?? "", url);
  if (read?.kind !== "custom" || read.keyPairId !== key.keyPairId) return false;
  const [{ Resource, Condition }] = JSON.parse(read.policy).Statement;
  const isInTime = Date.now() / 1000 < Condition.DateLessThan["AWS:EpochTime"];
  const isInFolder = url.startsWith(Resource.replace(/\*$/, ""));
  return isInTime && isInFolder && isSignatureValid(key.publicKey, read);
}

function cookiesOf(header: string, url: string): Credentials | undefined {
  const signed = header.split("; ").filter((pair) => pair.startsWith("CloudFront-"));
  if (signed.length === 0) return undefined;
  return cookieRequest(Object.fromEntries(signed.map((pair) => pair.split(/=(.*)/s))), url);
}
