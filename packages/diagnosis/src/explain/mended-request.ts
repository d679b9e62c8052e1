import {
  base64,
  limits,
  parameterNames,
  policyGrammar,
  signatureForm,
} from "cloudfront-sign-webcrypto/internals";
import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import { urlDamages } from "../checks/parameters/url-damages.ts";
import { encodedTwice, oneCase } from "../request/base64-fault.ts";
import { withSemicolons } from "../request/cookie-separator.ts";
import { encryptionOf } from "../request/encrypted-value.ts";
import { lacksHost, readGivenUrl } from "../request/given-url.ts";
import { misspeltNames, type Pair } from "../request/meant-name.ts";
import { endAfter, mendedPolicy, mendedValue } from "../request/mended-value.ts";
import type { ReadQuestion } from "../request/question.ts";
import { readSigningLines } from "../request/set-cookie-line.ts";
import { withoutStrayText } from "../request/stray-character.ts";

/** A question without its first fault of form, and what was mended in words. */
export interface Mending {
  readonly question: ReadQuestion;
  readonly subject: string;
}

/** What was mended, if not a parameter. */
export const ofUrl = "the URL";

/** Findings that say where the parameters are that are missing. */
const elsewhere: readonly CloudFrontFindingId[] = [
  "html-escaped",
  "parameters-escaped",
  "parameters-in-fragment",
  "parameter-names",
  "quoted-printable",
];

/**
 * The ways to mend the fault of form that keeps a request from being read any further. None for a request that can be
 * read, and for one whose fault shows nothing of what was meant; several if it may have been meant in several ways.
 */
export function mendings(question: ReadQuestion, ids: readonly CloudFrontFindingId[]): Mending[] {
  const { request, keyLookupProblem, credentials, givenUrl, cookies, mended } = question;
  const problem = request.problem ?? keyLookupProblem ?? credentials.problem;
  const { lines } = readSigningLines(question.setCookie, question.time);
  // Of several sets, the browser chooses.
  if (
    problem === "no-credentials" &&
    lines.length > 0 &&
    new Set(lines.map(({ name }) => name)).size === lines.length
  )
    return [
      withUrl(
        question,
        ids.includes("cookie-secure") ? givenUrl.replace(/^http:/i, "https:") : givenUrl,
        lines.map(({ name, value }) => [name, value]),
        "the sending of the cookies",
      ),
    ];
  if (ids.includes("cookies-in-headers"))
    return [
      withUrl(question, givenUrl, [...cookies.pairs, ...question.headerCookies.pairs], "the Cookie header"),
    ];
  const signature = ids.includes("signature-wrong-format") ? signatureInside(question) : undefined;
  if (signature !== undefined) return [withMended(question, "Signature", signature, false)];
  // What was made capital or small letters cannot be restored.
  if (ids.includes("parameter-names") && oneCase(readGivenUrl(givenUrl).query ?? "")) return [];
  // A parameter of one's own may have such a name, too.
  const isSigned = request.parameters.has("Signature") || request.parameters.has("Key-Pair-Id");
  if (problem === "key-id-missing" && !isSigned && !ids.some((id) => elsewhere.includes(id))) return [];
  if (
    (!problem && !ids.some((id) => id === "request-invalid" || id === "url-truncated")) ||
    problem === "request-too-large" ||
    ids.some((id) => id === "s3-presigned" || id === "signed-for-other-service") ||
    [...request.parameters.values()].some(encryptionOf)
  )
    return [];
  // A path does not say for which host it was signed.
  const isHostless = lacksHost(givenUrl);
  if ((problem && /^\/[^/]/.test(givenUrl)) || isHostless) {
    const path = isHostless ? givenUrl.replace(/^https?:\/+/i, "/") : givenUrl;
    const hostless = new Map([...mended, ["host", { sent: "", isUnknown: true }]]);
    return [withUrl({ ...question, mended: hostless }, `https://host.invalid${path}`, cookies.pairs, ofUrl)];
  }
  const url = mendedUrl(givenUrl, problem !== undefined ? ids : []);
  if (url !== givenUrl) return [withUrl(question, url, cookies.pairs, ofUrl)];
  if (!problem) return [];
  const header = cookieHeader(cookies.pairs);
  const separated = withSemicolons(header);
  if (ids.includes("parameters-escaped") && separated !== header)
    return [{ question: question.withRequest({ url, cookies: separated, mended }), subject: "the cookies" }];
  const renamed = withNames(question);
  if (renamed) return [renamed];
  if (problem === "parameter-repeated") return withoutRepetitions(question);
  if (problem === "cookies-shadowed-by-query") return [withCookiesAlone(question)];
  const name = findingEntry(problem).parameter;
  if (name === undefined || mended.get(name)?.isUnknown) return [];
  const sent = request.parameters.get(name) ?? "";
  const value = valueInstead(question, name, sent);
  if (value === undefined || value.text === sent) return [];
  return [withMended(question, name, value.text, value.isUnknown)];
}

/** Without the signing parameters of the URL, beside which CloudFront ignores the signed cookies. */
export function withCookiesAlone(question: ReadQuestion): Mending {
  const { givenUrl, cookies } = question;
  const kept = pairsOfUrl(givenUrl).filter(([name]) => !parameterNames.includes(name));
  return withUrl({ ...question, mended: new Map() }, urlWith(givenUrl, kept), cookies.pairs, "the query");
}

/** The URL without what something on the way did to it. */
function mendedUrl(url: string, ids: readonly CloudFrontFindingId[]): string {
  const isAround = ids.includes("request-invalid") || ids.includes("stray-characters");
  const text = isAround ? absolute(url) : url;
  return urlDamages(text).at(-1)?.url ?? text;
}

/** An http or https URL without the text around it, with both of its slashes, as clients send it. */
function absolute(url: string): string {
  const text = withoutStrayText(url.slice(Math.max(0, url.search(/[a-z\d]/i))));
  const [, scheme = "https", rest = ""] = /^(?:(https?)[:;]?[/\\]{0,9})?(.*)$/is.exec(text) ?? [];
  try {
    return new URL(`${scheme.toLowerCase()}://${rest.replace(/^[^/?#@]*@/, "")}`).href;
  } catch {
    return url;
  }
}

/** The signature in base64 that was encoded twice. */
function signatureInside({ credentials, request }: ReadQuestion): string | undefined {
  const { signature } = credentials;
  const inside = signature && encodedTwice(signature, request.parameters.get("Signature") ?? "")?.signature;
  return inside && base64.encodeCloudFront(inside);
}

interface ValueInstead {
  readonly text: string;
  readonly isUnknown: boolean;
}

/** The value that was meant; for one that shows nothing, a value that can be read and allows the request. */
function valueInstead(question: ReadQuestion, name: string, sent: string): ValueInstead | undefined {
  const { time, verifier } = question;
  const meant = meantValue(question, name, sent);
  const isLost = name === "Signature" && meant !== undefined && hasLostCharacters(sent, meant);
  if (meant !== undefined && meant !== sent && !isLost) return { text: meant, isUnknown: false };
  switch (name) {
    case "Signature":
      return { text: "AAAA", isUnknown: true };
    case "Key-Pair-Id":
      return { text: verifier?.keyPairIds[0] ?? "KMADEUP0000000", isUnknown: true };
    case "Hash-Algorithm":
      return { text: "SHA256", isUnknown: true };
    case "Expires":
      return { text: `${endAfter(undefined, time)}`, isUnknown: true };
    case "Policy": {
      const terms = { resource: "*", dateGreaterThan: undefined, ipAddress: undefined };
      const policy = policyGrammar.write({ ...terms, dateLessThan: endAfter(undefined, time) });
      return { text: encodedPolicy(policy), isUnknown: true };
    }
    default:
      return undefined;
  }
}

/** Whether base64 lacks more than its padding, so that the bytes of the rest show nothing of the signature. */
function hasLostCharacters(sent: string, meant: string): boolean {
  const bytes = base64.decodeCloudFront(meant);
  if (sent.length % 4 === 0 || !/^[\w~-]+$/.test(sent) || bytes === undefined) return false;
  return bytes.length !== limits.rawP256Signature && !signatureForm(bytes);
}

function meantValue(
  { credentials: { policyText }, time, request }: ReadQuestion,
  name: string,
  sent: string,
): string | undefined {
  if (name !== "Policy" || policyText === undefined) return mendedValue(name, sent, time);
  const policy = mendedPolicy(policyText, time, request.url);
  return policy && encodedPolicy(policy);
}

function encodedPolicy(policy: string): string {
  return base64.encodeCloudFront(new TextEncoder().encode(policy));
}

/** With every misspelt name of a signing parameter or cookie spelled right. */
function withNames(question: ReadQuestion): Mending | undefined {
  const { givenUrl, cookies, request } = question;
  const named = (pairs: readonly Pair[], prefix: "" | "CloudFront-"): Pair[] => {
    const has = (name: string): boolean => request.parameters.has(name);
    const renamings = misspeltNames(pairs, prefix, has);
    return pairs.map(([name, value]) => [
      renamings.find((one) => one.name === name.trim())?.known ?? name,
      value,
    ]);
  };
  const url = urlWith(givenUrl, named(pairsOfUrl(givenUrl), ""));
  const jar = named(cookies.pairs, "CloudFront-");
  const isSame = url === givenUrl && cookieHeader(jar) === cookieHeader(cookies.pairs);
  return isSame ? undefined : withUrl(question, url, jar, "the names");
}

/** With the first of each repeated parameter, and with the last. */
function withoutRepetitions(question: ReadQuestion): Mending[] {
  const { givenUrl, cookies, request } = question;
  const isFromUrl = request.source === "url";
  const pairs: readonly Pair[] = isFromUrl ? pairsOfUrl(givenUrl) : cookies.pairs;
  const isSigning = (name: string): boolean =>
    parameterNames.includes(isFromUrl ? name : name.slice("CloudFront-".length));
  const first = pairs.filter(
    ([name], i) => !isSigning(name) || pairs.findIndex((one) => one[0] === name) === i,
  );
  const last = pairs.filter(
    ([name], i) => !isSigning(name) || !pairs.slice(i + 1).some((one) => one[0] === name),
  );
  const withPairs = (kept: readonly Pair[], which: string): Mending =>
    isFromUrl
      ? withUrl(question, urlWith(givenUrl, kept), cookies.pairs, `the ${which} of the two`)
      : withUrl(question, givenUrl, kept, `the ${which} of the two`);
  return [withPairs(first, "first"), withPairs(last, "last")];
}

function withMended(question: ReadQuestion, name: string, value: string, isUnknown: boolean): Mending {
  const { givenUrl, cookies, request } = question;
  const sent = request.parameters.get(name) ?? "";
  const mended = new Map([...question.mended, [name, { sent, isUnknown }]]);
  const isFromUrl = request.source === "url";
  const replaced = (pairs: readonly Pair[], full: string): Pair[] => [
    ...pairs.filter(([one]) => one !== full),
    [full, value],
  ];
  const read = question.withRequest({
    url: isFromUrl ? urlWith(givenUrl, replaced(pairsOfUrl(givenUrl), name)) : givenUrl,
    cookies: cookieHeader(isFromUrl ? cookies.pairs : replaced(cookies.pairs, `CloudFront-${name}`)),
    mended,
  });
  return { question: read, subject: name };
}

export function withUrl(
  question: ReadQuestion,
  url: string,
  cookies: readonly Pair[],
  subject: string,
): Mending {
  const { mended } = question;
  return { question: question.withRequest({ url, cookies: cookieHeader(cookies), mended }), subject };
}

function cookieHeader(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join("; ");
}

/** The pairs of a query, as they were given. */
function pairsOfUrl(url: string): Pair[] {
  return readGivenUrl(url).pairs.map(({ name, value }) => [name, value ?? ""]);
}

/** The URL with these pairs. A pair without an equals sign was one with an empty value, or is as it was. */
function urlWith(url: string, pairs: readonly Pair[]): string {
  const { address, text, pairs: given } = readGivenUrl(url);
  const isBare = ([name, value]: Pair): boolean =>
    value === "" && given.some((pair) => pair.name === name && pair.value === undefined);
  const query = pairs.map((pair) => (isBare(pair) ? pair[0] : `${pair[0]}=${pair[1]}`)).join("&");
  return `${address}${query === "" ? "" : `?${query}`}${url.slice(text.length)}`;
}
