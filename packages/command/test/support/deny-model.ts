import { oneOf, type Random } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import type { FunctionRequest } from "./deny-function.ts";

/**
 * What the function that denies grants has to decide, written from its description in docs/revocation.md: the
 * ID is denied or cannot be looked up, is missing or repeated, or its name stands anywhere else in the query.
 */
export function isAdmitted({ query = "", cookies = [] }: FunctionRequest): boolean {
  const pairs = query.split("&");
  const own = pairs.filter((pair) => pair.startsWith("grant-id="));
  const [id = ""] = own.map((pair) => pair.slice("grant-id=".length));
  const others = pairs.filter((pair) => pair !== own[0]);
  if (own.length !== 1 || others.some(namesIt) || id === "" || id.length > 64) return false;
  for (const character of id) if (!allowed.has(character)) return false;
  const given = (name: string) =>
    pairs.some((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);
  const isSigned = (given("Policy") || given("Expires")) && given("Signature") && given("Key-Pair-Id");
  if (!isSigned && cookies.some(isSigningCookie)) return false;
  return id !== "unavailable" && !id.startsWith("denied");
}

/** Whether somebody may read a signed cookie in a cookie, wherever its text stands. */
function isSigningCookie(cookie: string): boolean {
  const text = decodeURIComponent(cookie).toLowerCase();
  return ["policy", "expires", "signature", "key-pair-id", "hash-algorithm"].some((name) =>
    text.includes(`cloudfront-${name}`),
  );
}

const allowed = new Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");

/** Whether somebody who decodes escapes, or ignores case, may read the name in a text. */
function namesIt(text: string): boolean {
  let read = "";
  for (let at = 0; at < text.length; at++) {
    const code = Number(`0x${text.slice(at + 1, at + 3)}`);
    const isEscape = text[at] === "%" && /^..$/.test(text.slice(at + 1, at + 3)) && !Number.isNaN(code);
    read += isEscape && !/\s/.test(text.slice(at + 1, at + 3)) ? String.fromCharCode(code) : text[at];
    if (isEscape) at += 2;
  }
  return read.toUpperCase().includes("GRANT-ID");
}

const goodIds = ["good", "g", "a1_-Z", "Denied", "x-denied", "good-denied"];
const deniedIds = ["denied", "denied-1", "denied_2"];
const brokenIds = ["", "a.b", "a b", "a%20", "é", "a/b", "a".repeat(65), "good%", "*", "unavailable"];
const names = [
  "grant-id",
  "Grant-Id",
  "GRANT-ID",
  "%67rant-id",
  "grant%2Did",
  "grant%2did",
  "gr%61nt-i%64",
  "%2567rant-id",
  "grant_id",
  "grant-ids",
  "my-grant-id",
  "grant-",
  " grant-id",
  "+grant-id",
  "grant-id%00",
  "grant-id[]",
];
const separators = ["&", "&", "&", "&", "&", "&", "&&", ";", "?", "&?", "%26", "+", "#"];
const signing = ["Policy=abc-_~", "Signature=abc", "Key-Pair-Id=K2JCJMDEHXQW5F", "Hash-Algorithm=SHA256"];
const brokenSigning = ["Policy=", "Signature=", "Key-Pair-Id=", "Signature", "signature=abc", "Expires=1"];

function parameter(random: Random): string {
  const id = () => oneOf(random, oneOf(random, [goodIds, goodIds, goodIds, deniedIds, brokenIds]));
  const kind = random();
  if (kind < 0.35) return `grant-id=${id()}`;
  if (kind < 0.5) return `${oneOf(random, names)}=${id()}`;
  if (kind < 0.6) return `x=${oneOf(random, names)}=${id()}`;
  if (kind < 0.65)
    return oneOf(random, ["grant-id", "=grant-id", "=", "", "grant-id==a", "x=grant", "-id=good"]);
  if (kind < 0.8) return oneOf(random, signing);
  if (kind < 0.85) return oneOf(random, brokenSigning);
  return oneOf(random, ["x=1", "width=200", "q=%C3%A9", "t=%", "next=/a?b=c", "a".repeat(500)]);
}

/** A request that is right, nearly right, or an attack. */
export function arbitraryRequest(random: Random): FunctionRequest {
  if (random() < 0.02) return { query: oneOf(random, [undefined, ""]) };
  const count = 1 + Math.floor(random() * 5);
  let query = parameter(random);
  for (let i = 1; i < count; i++) query += oneOf(random, separators) + parameter(random);
  if (random() < 0.4) query += `&${signing.join("&")}`;
  const cookies = oneOf(random, [
    [],
    [],
    [],
    ["session"],
    ["CloudFront-Policy", "CloudFront-Signature"],
    ["cloudfront-policy"],
    ["a=b, CloudFront-Policy=c"],
    ['"CloudFront-Policy"'],
    ["a=1", "a=2, cloudfront%2DSignature=c"],
    ["cdn=d111111abcdef8.cloudfront.net"],
  ]);
  return { query, cookies, method: oneOf(random, ["GET", "HEAD", "OPTIONS"]) };
}

/** The query of a viewer who has a grant with a denied ID, and puts its signed text wherever it can. */
export function arbitraryAttack(random: Random, id: string): string {
  const own = Array.from({ length: Math.floor(random() * 4) }, () => parameter(random)).filter(
    (text) => !signing.includes(text),
  );
  const before = oneOf(random, [
    "",
    "x=",
    "grant-id=good&x=",
    "%67rant-id=good&",
    "grant-id=good;",
    "a?",
    "my-",
  ]);
  own.push(`${before}grant-id=${id}`);
  let query = own.reduce((all, text) => all + oneOf(random, separators) + text);
  // CloudFront takes these out, wherever they stand.
  for (const text of signing.slice(0, 3))
    query = oneOf(random, [`${query}&${text}`, `${text}&${query}`, query.replace("&", `&${text}&`)]);
  return query;
}
