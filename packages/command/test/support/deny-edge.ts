import { createPublicKey, verify } from "node:crypto";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { oneOf, type Random } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { resourceReadings } from "@cloudfront-sign-webcrypto/testing/support/resource-readings.ts";
import type { FunctionRequest } from "./deny-function.ts";

/**
 * Requests that viewers make of what they were given, and whether CloudFront admits one: with each reading of what
 * AWS does not document. Nothing here is taken from the function or the library.
 */

/** The values that a viewer was given, for the parameters of a URL or for cookies. */
export interface Given {
  readonly Policy: string;
  readonly Signature: string;
  readonly "Key-Pair-Id": string;
}

export interface ViewerRequest {
  readonly path: string;
  readonly query: string;
  /** Each is a header. */
  readonly cookieHeaders: readonly string[];
}

const signingNames = ["Policy", "Signature", "Key-Pair-Id", "Expires", "Hash-Algorithm"];
const publicKey = createPublicKey(keyText("rsa2048.pub.spki.pem"));

type Reading = (text: string) => string;
const raw: Reading = (text) => text;
const decodedOnce: Reading = (text) =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const plusDecoded: Reading = (text) => decodedOnce(text.replaceAll("+", " "));
const withoutCase: Reading = (text) => decodedOnce(text).toLowerCase();

/** The Resources of the policies for which CloudFront may admit a request. */
export function admittingResources(request: ViewerRequest, host: string): Set<string> {
  const admitting = new Set<string>();
  const covered = new Map<string, boolean>();
  for (const name of [raw, decodedOnce, withoutCase]) {
    const pairs = pairsOf(request.query, name);
    const own = request.query.split("&").filter((_, i) => pairs[i]?.isSigning === false);
    const query = own.length > 0 ? `?${own.join("&")}` : "";
    const signing = pairs.filter(({ isSigning }) => isSigning);
    const isComplete = ["policy", "signature", "key-pair-id"].every((one) =>
      signing.some((pair) => pair.name === one && pair.value !== ""),
    );
    // "If any of the five is in the URL, CloudFront ignores the cookies", or if what it needs is there.
    const sources = [...(signing.length > 0 ? [signing] : []), ...(isComplete ? [] : cookieSources(request))];
    for (const resource of sources.flatMap(signedResources)) {
      const key = `${resource} ${query}`;
      if (!covered.has(key)) covered.set(key, isCovered(resource, host, request.path + query));
      if (covered.get(key)) admitting.add(resource);
    }
  }
  return admitting;
}

function isCovered(resource: string, host: string, address: string): boolean {
  const urls = new Set([raw, decodedOnce, plusDecoded].map((read) => host + read(address)));
  return [...urls].some((url) => Object.values(resourceReadings).some((covers) => covers(resource, url)));
}

interface Pair {
  /** In small letters. */
  readonly name: string;
  readonly value: string;
  readonly isSigning: boolean;
}

function pairsOf(text: string, read: Reading): Pair[] {
  const known = signingNames.map((name) => (read === withoutCase ? name.toLowerCase() : name));
  return text.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return {
      name: read(name).toLowerCase(),
      value: decodedOnce(value),
      isSigning: known.includes(read(name)),
    };
  });
}

/** What programs read of cookies: with `,` too, several headers, quotes, escapes, names in any case. */
function cookieSources({ cookieHeaders }: ViewerRequest): Pair[][] {
  return [/;/, /[;,]/].map((separator) =>
    cookieHeaders
      .flatMap((header) => header.split(separator))
      .map((cookie) => cookie.trim().split(/=(.*)/s))
      .map(([name = "", value = ""]) => ({
        name: withoutCase(name).replace(/["\s]/g, ""),
        value: decodedOnce(value.trim().replace(/^"|"$/g, "")),
        isSigning: true,
      }))
      .filter(({ name }) => name.startsWith("cloudfront-"))
      .map((pair) => ({ ...pair, name: pair.name.slice("cloudfront-".length) })),
  );
}

const verified = new Map<string, string | undefined>();

/** The Resources of all policies with a signature among these pairs, whichever of a repeated one counts. */
function signedResources(pairs: readonly Pair[]): string[] {
  const valuesOf = (wanted: string) => pairs.filter(({ name }) => name === wanted).map(({ value }) => value);
  if (valuesOf("key-pair-id").every((value) => value === "")) return [];
  return valuesOf("policy").flatMap((policy) =>
    valuesOf("signature").flatMap((signature) => {
      const key = `${policy} ${signature}`;
      if (!verified.has(key)) verified.set(key, resourceOf(bytesOf(policy), bytesOf(signature)));
      return verified.get(key) ?? [];
    }),
  );
}

/** With and without padding, white space and the characters that CloudFront replaces. */
function bytesOf(text: string): Buffer {
  const plain = text
    .replace(/[\s_=]/g, "")
    .replaceAll("-", "+")
    .replaceAll("~", "/");
  return Buffer.from(plain, "base64");
}

function resourceOf(policy: Buffer, signature: Buffer): string | undefined {
  const isSigned = verify("sha1", policy, publicKey, signature);
  return isSigned ? JSON.parse(policy.toString()).Statement[0].Resource : undefined;
}

/** The event of a request, as AWS documents it. Names of cookies may be in small letters. */
export function eventOf({ query, cookieHeaders }: ViewerRequest, areNamesSmall: boolean): FunctionRequest {
  const cookies = cookieHeaders
    .flatMap((header) => header.split(";"))
    .map((cookie) => cookie.trim().split(/=(.*)/s))
    .map(([name = "", value = ""]) => `${areNamesSmall ? name.toLowerCase() : name}=${value}`);
  return { query, cookies };
}

type Mutation = (request: ViewerRequest, random: Random, all: readonly Given[]) => ViewerRequest;

const ids = [
  "good-1",
  "denied-1",
  "",
  "DENIED-1",
  "%64enied-1",
  "good-1%26",
  "__proto__",
  "constructor",
  "x+y",
];
const grantIdNames = [
  "grant-id",
  "Grant-Id",
  "%67rant-id",
  "grant%2Did",
  "GRANT%2dID",
  "%2567rant-id",
  "x=grant-id",
];
const separators = ["&", "&", "&", ";", "?", "%26", "&&", "#", "+", "%00", "%3F"];
const cookieNames = [
  "CloudFront-$",
  "CloudFront-$",
  "cloudfront-$",
  '"CloudFront-$"',
  " CloudFront-$",
  "CloudFront%2D$",
];
const cookieSeparators = ["; ", "; ", ";", ", ", ",", ";\t", " ; "];

const withEncoded = (text: string, random: Random): string => {
  const at = Math.floor(random() * text.length);
  const code = text.charCodeAt(at).toString(16).padStart(2, "0");
  return `${text.slice(0, at)}%${random() < 0.5 ? code : code.toUpperCase()}${text.slice(at + 1)}`;
};

/** Changes one of the parameters with this name. */
function changed(query: string, name: string, random: Random, change: (pair: string) => string): string {
  const pairs = query.split("&");
  const places = pairs.flatMap((pair, i) => (pair.startsWith(`${name}=`) ? [i] : []));
  if (places.length === 0) return query;
  const place = oneOf(random, places);
  return pairs.map((pair, i) => (i === place ? change(pair) : pair)).join("&");
}

const anyName = (random: Random): string =>
  oneOf(random, ["grant-id", "grant-id", "Policy", "Signature", "Key-Pair-Id"]);

function insert(query: string, text: string, random: Random): string {
  const pairs = query.split("&");
  const at = Math.floor(random() * (pairs.length + 1));
  const before = pairs.slice(0, at).join("&");
  const after = pairs.slice(at).join("&");
  return [before, text, after].filter((part) => part !== "").join(oneOf(random, separators));
}

const mutations: readonly Mutation[] = [
  (request, random) => ({
    ...request,
    query: changed(request.query, anyName(random), random, (pair) => withEncoded(pair, random)),
  }),
  (request, random) => ({
    ...request,
    query: changed(request.query, anyName(random), random, (pair) =>
      random() < 0.5 ? pair.toUpperCase() : pair.replace(/^./, (letter) => letter.toUpperCase()),
    ),
  }),
  (request, random) => ({
    ...request,
    query: insert(request.query, `${oneOf(random, grantIdNames)}=${oneOf(random, ids)}`, random),
  }),
  (request, random) => ({
    ...request,
    query: changed(
      request.query,
      "grant-id",
      random,
      (pair) => `${oneOf(random, ["x", "my-", "x%26", "x;", "%26", "?"])}${pair}`,
    ),
  }),
  (request, random) => ({
    ...request,
    query: changed(request.query, "grant-id", random, () => `grant-id=${oneOf(random, ids)}`),
  }),
  (request, random, all) => {
    const name = oneOf(random, ["Policy", "Signature", "Key-Pair-Id"] as const);
    return { ...request, query: insert(request.query, `${name}=${oneOf(random, all)[name]}`, random) };
  },
  (request, random) => ({
    ...request,
    query: insert(
      request.query,
      oneOf(random, ["Expires=1", "Expires=", "Policy=", "Signature=", "Hash-Algorithm=SHA1"]),
      random,
    ),
  }),
  (request, random) => {
    const name = anyName(random);
    const pairs = request.query.split("&").filter((pair) => !pair.startsWith(`${name}=`));
    return { ...request, query: pairs.join("&") };
  },
  (request, random) => ({
    ...request,
    query: request.query
      .split("&")
      .sort(() => random() - 0.5)
      .join("&"),
  }),
  (request, random) => ({
    ...request,
    query: changed(request.query, oneOf(random, ["Policy", "Signature"]), random, (pair) =>
      oneOf(random, [
        pair.replace(/_+$/, ""),
        pair.replace(/_/g, "="),
        pair.replace(/_/g, "%3D"),
        pair.replaceAll("-", "+").replaceAll("~", "/"),
        `${pair}%20`,
        `${pair}_`,
      ]),
    ),
  }),
  (request, random) => ({
    ...request,
    path: oneOf(random, [
      "/a%3Fgrant-id=good-1",
      "/grant-id=good-1",
      "//a",
      "/./a",
      "/a;grant-id=denied-1",
      "/%61",
      "/a%26",
    ]),
  }),
  // Without the parameters of the URL, with cookies of the same grant or another.
  (request, random, all) => {
    const own = request.query.split("&").filter((pair) => !/^(?:Policy|Signature|Key-Pair-Id)=/.test(pair));
    const query = random() < 0.7 ? own.join("&") : request.query;
    const cookies = Object.entries(oneOf(random, all)).map(
      ([name, value]) =>
        `${oneOf(random, cookieNames).replace("$", name)}=${random() < 0.2 ? `"${value}"` : value}`,
    );
    const texts = [oneOf(random, ["a=b", "session=1", "__proto__=x"]), ...cookies];
    if (random() < 0.3) texts.push(`CloudFront-Policy=${oneOf(random, all).Policy}`);
    const separator = oneOf(random, cookieSeparators);
    const cookieHeaders = random() < 0.7 ? [texts.join(separator)] : texts;
    return { ...request, query, cookieHeaders: [...request.cookieHeaders, ...cookieHeaders] };
  },
];

/** A request of a viewer who has all these values, one to three steps away from one that CloudFront admits. */
export function mutatedRequest(random: Random, query: string, all: readonly Given[]): ViewerRequest {
  let request: ViewerRequest = { path: oneOf(random, ["/a", "/a/b"]), query, cookieHeaders: [] };
  const count = 1 + Math.floor(random() * 3);
  for (let i = 0; i < count; i++) request = oneOf(random, mutations)(request, random, all);
  return request;
}
