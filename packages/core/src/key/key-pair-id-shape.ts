import type { KeyPairIdProblem } from "./key-pair-id-problem.ts";

/**
 * The longest ID that is taken, in characters. Our own limit: CloudFront's have 14 to 20, a UUID has 36, an
 * ARN less than 100.
 */
const longestKeyPairId = 128;

/** As in CloudFront's documentation: nothing else that people confuse with it starts with a K. */
const usualKeyPairId = /^K[A-Z0-9]{1,31}$/;

const lostVariable = /^(?:undefined|null|NaN|\[object \w{1,30}\])$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const distributionId = /^E[A-Z0-9]{12,13}$/;
/** Of a user, and of a role; IAM User Guide, "Understanding unique ID prefixes". */
const accessKeyId = /^A[KS]IA/;
const publicKeyIdInSmallLetters = /^k[a-z0-9]{12,13}$/i;

/** What neither a query (RFC 3986) nor a cookie (RFC 6265) breaks at, and what no client rewrites. */
const foreignToUrlsAndCookies = /[^\w.~!$()*:@/-]/u;
const foreignToKeyPairIds = /[^A-Z0-9]/u;

/** What is wrong with the ID of a public key. */
export function keyPairIdProblem(value: unknown, allowAny: boolean): KeyPairIdProblem | undefined {
  if (typeof value !== "string") return { id: "not-text", value };
  return usualKeyPairId.test(value) ? undefined : problemOfText(value, allowAny);
}

function problemOfText(value: string, allowAny: boolean): KeyPairIdProblem | undefined {
  if (value === "") return { id: "empty" };
  if (value.includes("-----BEGIN")) return { id: "pem" };
  if (lostVariable.test(value)) return { id: "lost-variable", word: value };
  if (value.length > longestKeyPairId) return { id: "too-long", length: value.length };
  return brokenCharacter(value) ?? (allowAny ? undefined : shapeProblem(value));
}

/** The first character at which a URL or a cookie would break. */
function brokenCharacter(value: string): KeyPairIdProblem | undefined {
  const found = foreignToUrlsAndCookies.exec(value);
  if (found === null) return undefined;
  const { 0: character, index: position } = found;
  if (/\s/.test(character)) return { id: "white-space", character, position };
  if (/["'`]/.test(character)) return { id: "quote", character, position };
  return { id: "character", character, position };
}

/** The shape of another ID or of a name. */
function shapeProblem(value: string): KeyPairIdProblem | undefined {
  if (distributionId.test(value)) return { id: "distribution", length: value.length };
  if (accessKeyId.test(value)) return { id: "access-key", prefix: value.slice(0, 4) };
  const position = value.search(foreignToKeyPairIds);
  const character = value[position];
  if (character === undefined) return undefined;
  if (value.startsWith("arn:")) return { id: "arn" };
  if (uuid.test(value)) return { id: "uuid" };
  if (publicKeyIdInSmallLetters.test(value)) return { id: "small-letters" };
  return /^[\w.-]+$/.test(value) ? { id: "name" } : { id: "character", character, position };
}
