import { base64, limits, parameterNames, signatureForm } from "cloudfront-sign-webcrypto/internals";
import { type Certainty, type Finding, found } from "../../findings/finding.ts";
import { shortQuote } from "../../findings/quote.ts";
import { type GivenPair, readGivenUrl } from "../../request/given-url.ts";
import { isUsualKeyPairId, otherIdentifier, shortestKeyPairId } from "../../request/key-pair-id-form.ts";
import { mostKeys } from "../../request/limits.ts";
import { lostValue } from "../../request/lost-variable.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { textsOf } from "../../request/texts-of.ts";
import { type Checks, rankAfterConditions } from "../check.ts";

/**
 * A URL whose end is missing.
 *
 * @inline
 */
export type TruncatedUrlFindingId =
  /**
   * The URL ends inside a signing parameter, or the parameters that signers write after it are missing.
   *
   * @see https://github.com/mikecao/shorty/pull/2
   */
  "url-truncated";

export const truncatedUrl: Checks<TruncatedUrlFindingId> = {
  "url-truncated": {
    rank: 390,
    explains: ["missing", "segment-not-signed", "wrong-value", "url-parameter-added", "cookie-domain"],
    summary: "The URL was cut off.",
    fix: "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.",
  },
};

interface Cut {
  /** Where the URL ends, in words that follow it. */
  readonly end: string;
  readonly certainty: Certainty;
  /** A program that shows only the beginning, or a shell that ends a command at an &. */
  readonly cause?: "shortened" | "shell";
}

/** The end of a text that a program shows only up to there. */
const shortened = /[^=](?:\.{3}|\u2026|%E2%80%A6)$/i;

/** Lengths at which fields, columns and programs cut text: SQL types, `printf`, Internet Explorer, CSV readers. */
const usualLimits: readonly number[] = [
  255, 256, 500, 511, 512, 1000, 1023, 1024, 2000, 2047, 2048, 2083, 4000, 4095, 4096,
];

/** The length at which the URL ends, if it is one at which texts are often cut. */
function limitOf({ length }: string): number | undefined {
  return usualLimits.includes(length) ? length : undefined;
}

/**
 * The finding for a URL whose end is missing. All signers put their parameters last, `Expires` or `Policy` first,
 * so that a cut takes the others away.
 */
export function truncatedUrlFindings(question: ReadQuestion): Finding<TruncatedUrlFindingId>[] {
  const { request, givenUrl } = question;
  const { text, pairs } = readGivenUrl(givenUrl);
  if (request.source === "cookies" || request.hasIgnoredCookies) return [];
  if (question.keyLookupProblem === "no-credentials" && shortened.test(text))
    return [
      found("url-truncated", "likely", {
        evidence: "the URL ends with an ellipsis",
        fix: truncatedFix("shortened", undefined),
      }),
    ];
  if (request.problem || pairs.length === 0) return [];
  // A fragment would come after the end.
  if (givenUrl.length > text.length || /[?&](?:X-Amz-Signature|AWSAccessKeyId)=/.test(text)) return [];
  const cut = cutOf(question, text, pairs);
  if (cut === undefined) return [];
  const { end, certainty, cause } = cut;
  const limit = limitOf(text);
  const seen = {
    evidence: `the URL ends${end}${cause === "shortened" || limit === undefined ? "" : `, after exactly ${limit} characters`}`,
    fix: truncatedFix(cause, limit),
    ...(certainty === "possible" && { rank: rankAfterConditions }),
  };
  return [found("url-truncated", certainty, seen)];
}

function cutOf(question: ReadQuestion, text: string, pairs: readonly GivenPair[]): Cut | undefined {
  const has = (name: string): boolean => pairs.some((pair) => pair.name === name && pair.value);
  const isComplete = (has("Expires") || has("Policy")) && has("Signature") && has("Key-Pair-Id");
  const isSigned = pairs.some(({ name }) => parameterNames.includes(name));
  const last = pairs.at(-1) as GivenPair;
  // The value of a parameter of one's own may end like this.
  const isSigningLast = parameterNames.includes(last.name);
  const isShortened = shortened.test(text);
  if (isShortened && isSigned && (isSigningLast || !isComplete))
    return { ...likely(" with an ellipsis, as shortened text does"), cause: "shortened" };
  if (isSigningLast && lostValue(last.value ?? "")) return undefined;
  if (isComplete) return cutOfLastValue(question, last);
  if (isSigned && /%[\da-f]?$/i.test(text))
    return { end: " inside a percent-encoded character", certainty: isSigningLast ? "proven" : "likely" };
  if (last.value === undefined) return cutInName(last.name, isSigned);
  const isLimit = limitOf(text) !== undefined;
  if (!isSigned) return isLimit && !parameterStart(last.name) ? likely("") : undefined;
  const cut = cutInValue(last.name, last.value, has);
  return cut ?? (isLimit && hasNextName(has) ? likely("") : undefined);
}

/** What to do about it. */
function truncatedFix(cause: Cut["cause"], limit: number | undefined): string {
  if (limit !== undefined)
    return `Store the URL where more than ${limit} characters fit: a signed URL can have up to 8,192.`;
  if (cause === "shortened")
    return "Copy the URL from its source: this program shows only the beginning of it.";
  if (cause === "shell")
    return "Put the URL in single quotes: a shell ends a command at the first &. Otherwise copy all of it.";
  return "Copy the whole URL from its source, and store it in a field that can hold 8,192 characters.";
}

function endInName(name: string): string {
  return name === "" ? " with &" : ` inside the name of a parameter, "${shortQuote(name)}"`;
}

function likely(end: string): Cut {
  return { end, certainty: "likely" };
}

/** Whether the last parameter of a complete URL is too short to be whole. */
function cutOfLastValue(question: ReadQuestion, last: GivenPair): Cut | undefined {
  const { verifier, keyPairId, keyLookupProblem, code } = question;
  const { name, value = "" } = last;
  if (name === "Signature" && isShortSignature(value)) return likely(` inside ${name}`);
  if (name === "Hash-Algorithm" && isStartOf(value, "SHA256") && !/^SHA[12]$/.test(value))
    return likely(` inside ${name}`);
  if (name !== "Key-Pair-Id" || keyLookupProblem) return undefined;
  const ids = textsOf(verifier?.keyPairIds, mostKeys);
  if (ids.includes(keyPairId)) return undefined;
  if (ids.some((id) => isStartOf(keyPairId, id))) return likely(` inside ${name}`);
  if (verifier !== undefined || keyPairId.length >= shortestKeyPairId || otherIdentifier(keyPairId))
    return undefined;
  // The length of an ID is not documented, and emulators have their own.
  const certainty = code === "InvalidKey" ? "likely" : "possible";
  return { end: ` inside ${name}`, certainty };
}

function isStartOf(text: string, whole: string): boolean {
  return text.length < whole.length && whole.startsWith(text);
}

/** A name that ends early, after other signing parameters or long enough to be nothing else. */
function cutInName(name: string, isSigned: boolean): Cut | undefined {
  if (isSigned && name === "") return likely(endInName(name));
  const whole = parameterStart(name);
  if (whole === undefined) return undefined;
  // Parameters without a value are rare, above all with the letters of CloudFront's names.
  if (!isSigned) return { end: endInName(name), certainty: name.length > 1 ? "likely" : "possible" };
  return { end: endInName(name), certainty: name.length > 2 ? "proven" : "likely" };
}

function parameterStart(start: string): string | undefined {
  if (start === "") return undefined;
  return parameterNames.find((name) => name.startsWith(start));
}

/** The value of the last parameter, where those that signers put after it are missing. */
function cutInValue(name: string, text: string, has: (name: string) => boolean): Cut | undefined {
  const isEmpty = text === "";
  switch (name) {
    case "Expires":
      if (has("Signature") || has("Key-Pair-Id") || !/^\d{0,10}$/.test(text)) return undefined;
      return cutAt(name, text.length === 10);
    case "Policy":
      if (has("Signature") || has("Key-Pair-Id") || !(isEmpty || /^e[wy]?[\w~-]*$/.test(text)))
        return undefined;
      return cutAt(name, decodesToJson(text));
    case "Signature":
      if (has("Key-Pair-Id") && !isEmpty) return undefined;
      return isEmpty || isShortSignature(text) ? likely(` inside ${name}`) : undefined;
    case "Key-Pair-Id":
      return !has("Signature") && !isUsualKeyPairId(text) && /^[A-Z\d]*$/.test(text)
        ? likely(` inside ${name}`)
        : undefined;
    default:
      return undefined;
  }
}

/** A cut after a whole value, as a shell makes one, or inside it. */
function cutAt(name: string, isWhole: boolean): Cut {
  return isWhole ? { ...likely(` after ${name}`), cause: "shell" } : likely(` inside ${name}`);
}

/** Whether a parameter is missing that signers put last. */
function hasNextName(has: (name: string) => boolean): boolean {
  return !has("Signature") || !has("Key-Pair-Id");
}

/** Encoded, the policy ends with `}` (and perhaps padding) when it is whole. */
function decodesToJson(encoded: string): boolean {
  const bytes = base64.decodeCloudFront(encoded);
  return bytes !== undefined && bytes.at(-1) === "}".charCodeAt(0);
}

/** CloudFront's base64 that no key makes: neither whole, nor whole but for its padding. */
function isShortSignature(text: string): boolean {
  // Within base64, _ is another alphabet; at its end, two are all of its padding.
  if (!/^[A-Za-z\d~-]+_?$/.test(text) || text.length > limits.longestSignature) return false;
  const bytes = base64.decodeCloudFront(
    text.includes("_") ? text : text.padEnd(Math.ceil(text.length / 4) * 4, "_"),
  );
  return bytes === undefined || signatureForm(bytes) === undefined;
}
