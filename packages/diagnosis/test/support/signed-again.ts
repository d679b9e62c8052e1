import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { bytesOf, policyOf, publicKeys, type Request, read, reserved } from "./edge-model.ts";
import { isInGrammar, type Terms, termsOf } from "./policy-model.ts";

/** What a program can do to a request that has the private keys of the tests: with node:crypto alone. */

/** A P-256 key of a number, as vectors/denials/keys.py makes it. */
function p256(number: string): KeyObject {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(number.padStart(64, "0"), "hex"));
  const [d, point] = [ecdh.getPrivateKey(), ecdh.getPublicKey()];
  const text = (bytes: Buffer): string => bytes.toString("base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const key = { kty: "EC", crv: "P-256", d: text(d), x: text(x), y: text(y) };
  return createPrivateKey({ key, format: "jwk" });
}

const ownKeyPairId = "K2JCJMDEHXQW5F";
const privateKeys: ReadonlyMap<string, KeyObject> = new Map([
  [ownKeyPairId, createPrivateKey(keyText("rsa2048.pkcs8.pem"))],
  ["K36X4X2EO997HM", createPrivateKey(keyText("rsa2048-b.pkcs8.pem"))],
  ["K1P6ECKEYHTR2Z", createPrivateKey(keyText("ecp256.pkcs8.pem"))],
  ["K3D5EWEUDCCXON", p256("5ec00d0f74155e70fbad4e09e575")],
]);

/** The IDs of the keys that the program can sign with. */
export const keyPairIds: readonly string[] = Object.keys(publicKeys);

const usualUrl = "https://cdn.example.com/v/a.mp4";

/** A program that is told no other time signs for an hour. */
export const usualLifetime = 3600;

export const cloudFrontBase64 = (bytes: Buffer): string =>
  bytes.toString("base64").replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");

export function secondsOf({ now }: Request): number {
  return Math.floor(now.getTime() / 1000);
}

/** Changes the text that has the signing parameters: the URL or the cookies. */
function changed<R extends Request>(request: R, change: (text: string) => string): R {
  return read(request).from === "url"
    ? { ...request, url: change(request.url) }
    : { ...request, cookies: change(request.cookies ?? "") };
}

function pattern(request: Request, name: string): RegExp {
  return read(request).from === "url"
    ? new RegExp(`([?&]${name}=)([^&#]*)`)
    : new RegExp(`((?:^|;) ?CloudFront-${name}=)([^;]*)`);
}

/** The value of a signing parameter as it stands in the request; empty without it. */
export function sentValue(request: Request, name: string): string {
  const text = read(request).from === "url" ? request.url : (request.cookies ?? "");
  return pattern(request, name).exec(text)?.[2] ?? "";
}

/** With another value of a signing parameter, or with one more. */
export function withValue<R extends Request>(request: R, name: string, value: string): R {
  const known = pattern(request, name);
  const isFromUrl = read(request).from === "url";
  return changed(request, (text) => {
    if (known.test(text)) return text.replace(known, (_, start: string) => `${start}${value}`);
    if (!isFromUrl) return `${text}${text === "" ? "" : "; "}CloudFront-${name}=${value}`;
    const [base = ""] = text.split("#");
    return `${base}${base.includes("?") ? "&" : "?"}${name}=${value}`;
  });
}

export function withoutValue<R extends Request>(request: R, name: string): R {
  return changed(request, (text) =>
    text
      .replace(new RegExp(pattern(request, name), "g"), (_, start: string) =>
        start.startsWith("?") ? "?" : "",
      )
      .replace("?&", "?")
      .replace(/^; /, ""),
  );
}

/** What a policy that breaks the grammar says, as far as it can be read. */
function foundTerms(text: string): Partial<Terms> {
  const member = (name: string): string | undefined =>
    new RegExp(`${name}\\W{1,20}(?:[A-Z:]*epoch_?time\\W{1,6})?([\\w:/.*?%~-]+)(?=\\W)`, "i").exec(text)?.[1];
  const end = Number(member("Date_?Less_?Th[ae]n"));
  const start = Number(member("Date_?Greater_?Th[ae]n"));
  const resource = member("Resources?");
  return {
    ...(resource && /^(?:http|\*)/.test(resource) && { resource }),
    ...(end >= 1e9 && { end: Math.round(end) }),
    ...(start >= 1e9 && { start: Math.round(start) }),
  };
}

function isPolicy(text: string): boolean {
  try {
    return isInGrammar(text);
  } catch {
    return false;
  }
}

/** The terms that a request has, and those of a usual signature where it has none. */
export function termsOfRequest(request: Request): Terms {
  const reading = read(request);
  const usual = { resource: reading.requested, end: secondsOf(request) + usualLifetime };
  const nothing = { start: undefined, range: undefined };
  const custom = reading.sent.get("Policy");
  if (custom === undefined) {
    const expires = reading.sent.get("Expires") ?? "";
    return { ...usual, ...nothing, ...(/^\d{1,11}$/.test(expires) && { end: Number(expires) }) };
  }
  const text = bytesOf(custom)?.toString() ?? custom;
  const terms = isPolicy(text) ? termsOf(text) : undefined;
  return terms ?? { ...usual, ...nothing, ...foundTerms(text) };
}

/** The policy of these terms as AWS documents it. */
export function documentedPolicy({ resource, end, start, range }: Terms): string {
  const time = (value: number): object => ({ "AWS:EpochTime": value });
  const Condition = {
    DateLessThan: time(end),
    ...(start !== undefined && { DateGreaterThan: time(start) }),
    ...(range !== undefined && { IpAddress: { "AWS:SourceIp": range } }),
  };
  return JSON.stringify({ Statement: [{ Resource: resource, Condition }] });
}

/**
 * Signs the request for what it says, or with other terms, and with the key that it names if there is such a key.
 * A canned policy stays one if it can.
 */
export function signedAgain<R extends Request>(request: R, other: Partial<Terms> = {}): R {
  const { sent, requested } = read(request);
  const terms = { ...termsOfRequest(request), ...other };
  const named = sent.get("Key-Pair-Id") ?? "";
  const id = privateKeys.has(named) ? named : ownKeyPairId;
  const isCustom =
    sent.has("Policy") ||
    terms.resource !== requested ||
    terms.start !== undefined ||
    terms.range !== undefined;
  const policy = cloudFrontBase64(Buffer.from(documentedPolicy(terms)));
  let next = isCustom
    ? withValue(withoutValue(request, "Expires"), "Policy", policy)
    : withValue(request, "Expires", `${terms.end}`);
  next = withValue(next, "Key-Pair-Id", id);
  const hash = sent.get("Hash-Algorithm") === "SHA256" ? "sha256" : "sha1";
  const text = policyOf(read(next)) ?? "";
  const bytes = sign(hash, Buffer.from(text), privateKeys.get(id) as KeyObject);
  return withValue(next, "Signature", cloudFrontBase64(bytes));
}

/** The same, by the key that the request names and no other: unsigned without such a key. */
export function signedWithKeyOf<R extends Request>(request: R): R {
  return privateKeys.has(read(request).sent.get("Key-Pair-Id") ?? "") ? signedAgain(request) : request;
}

/** Signs what the request says as it is, whatever it says. */
export function signedAsItIs<R extends Request>(request: R): R {
  const { sent } = read(request);
  const key = privateKeys.get(sent.get("Key-Pair-Id") ?? "") as KeyObject;
  const hash = sent.get("Hash-Algorithm") === "SHA256" ? "sha256" : "sha1";
  const text = policyOf(read(request)) ?? "";
  return withValue(request, "Signature", cloudFrontBase64(sign(hash, Buffer.from(text), key)));
}

/** Signs the address for an hour, whatever the request had: a person took the URL or the cookies from their source. */
export function signedAnew<R extends Request>(request: R): R {
  const { sent, from } = read(request);
  const [base = "", ...pairs] = request.url.split(/[#\s]/)[0]?.split(/\?|&|%3F/) ?? [];
  const own = pairs.filter((pair) => pair !== "" && !looksSigning(pair));
  const address = own.length > 0 ? `${base}?${own.join("&")}` : base;
  const lower = address.replace(/^https?/i, (scheme) => scheme.toLowerCase());
  // A program knows its own URLs, whatever stands around them.
  const known = /^https?:\/\/[^/]*(?:example\.com|cloudfront\.net|amazonaws\.com)/i.test(lower);
  const bare = { ...request, url: from === "url" ? (known ? lower : usualUrl) : request.url };
  const named = ["Key-Pair-Id", "Hash-Algorithm"].map((name) => [name, sent.get(name) ?? ""] as const);
  const kept = named.filter(([, value]) => keyPairIds.includes(value) || value === "SHA256");
  const cookies = kept.map(([name, value]) => `CloudFront-${name}=${value}`).join("; ");
  if (from === "cookies") return signedAgain({ ...bare, cookies: cookies || "CloudFront-Key-Pair-Id=" });
  return signedAgain(kept.reduce((next, [name, value]) => withValue(next, name, value), bare));
}

/** Whether a pair has the name of a signing parameter, or one that was meant so. */
function looksSigning(pair: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");
  const name = letters(pair.split("=")[0] ?? "");
  return reserved.some((known) => name.endsWith(letters(known))) || /^(?:key|sig)/.test(name);
}
