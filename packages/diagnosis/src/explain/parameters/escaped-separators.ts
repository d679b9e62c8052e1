import { likely, proven, type Seen } from "../../findings/finding.ts";
import { listed, shortQuote } from "../../findings/quote.ts";
import { mostVariedParts } from "../limits.ts";
import { arrivedCookies } from "../question/arrived-cookies.ts";
import type { ReadQuestion } from "../question/question.ts";
import { type GivenUrl, readGivenUrl } from "../values/given-url.ts";
import { innerUrl } from "../values/inner-url.ts";
import {
  cookieSeparator,
  escapedEquals,
  escapedSeparator,
  looseSeparators,
} from "../values/loose-separators.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/** The start of a whole URL that was percent-encoded, once or more often. */
const encodedStart = /^https?%((?:25){0,9})3A%(?:25){0,9}2F%(?:25){0,9}2F/i;

const signingNames = "(Expires|Policy|Signature|Key-Pair-Id)";

/** A question mark that is written in another way. */
const questionMark = /%(?:25){0,9}3F|\\{1,4}u003f/i;

/** A signed URL inside another one, which is what was requested. */
export function wrappedUrlFindings({ givenUrl, cookies }: ReadQuestion): ParameterFinding[] {
  const isWrapped = innerUrl(givenUrl) !== undefined && arrivedCookies(cookies).values.size === 0;
  const seen: Seen = {
    evidence: "the signed URL is a value in the URL of a redirect, or of the protection of a mail",
    summary: "The signed URL stands inside another URL.",
    fix: "Request the URL that stands inside, decoded once. If CloudFront denies that one, what else is found here is its cause.",
  };
  return isWrapped ? [proven("parameters-escaped", seen)] : [];
}

/** Parameters that are part of a path or of another value, since a separator is not the character itself. */
export function escapedSeparatorFindings(question: ReadQuestion): ParameterFinding[] {
  const given = readGivenUrl(question.givenUrl);
  const inCookies = question.cookies.pairs.flatMap(([, value]) => cookieSeparator(value) ?? []);
  if (inCookies[0] !== undefined)
    return [
      proven("parameters-escaped", `there is ${inCookies[0]} in front of a signed cookie`, {
        summary: "The signed cookies are not separated by semicolons.",
        fix: `Write ; and a space instead of ${inCookies[0]} between cookies: clients send them so in one Cookie header.`,
      }),
    ];
  const [start, levels = ""] = encodedStart.exec(given.text) ?? [];
  if (start !== undefined) return [encodedUrlFinding(levels.length / 2 + 1)];
  const isMissing = missingNames(question);
  const separatorFinding = (written: string, separator: string): ParameterFinding =>
    separatorsFinding(given, written, separator);
  for (const { 1: written = "", 2: name = "", index } of matches(
    `(${escapedSeparator}|;|\\?)${signingNames}(?:=|${escapedEquals})`,
    given.text,
  )) {
    if (!isMissing(name) || isFirstQuestionMark(given, index) || isInNestedUrl(given, index)) continue;
    if (written === "?" && /^\?+$/.test(given.text.slice(given.address.length, index)))
      return [
        proven("parameters-escaped", "there are several ? in a row in front of the parameters", {
          summary: "The URL has two question marks in a row.",
          fix: "Write one ? in front of the parameters: the URL had one already when another was added.",
        }),
      ];
    const separator = given.query === undefined ? "?" : "&";
    if (written !== "?" || hasParameterBefore(given, index)) return [separatorFinding(written, separator)];
    // Without a host name and a path before it, the first ? is not where the query starts.
    if (!/^https?:\/\/[^/]/i.test(given.address)) return [];
    return [
      likely("parameters-escaped", "there are two ?, and the signing parameters stand after the second one", {
        summary: "The URL has two question marks.",
        fix: "Write & instead of the second ? if the first one starts the query, and %3F instead of the first one if it belongs to the path.",
      }),
    ];
  }
  // Without a ?, what follows an & belongs to the path.
  const [, nameInPath = ""] =
    (given.query === undefined && /&(Expires|Policy|Signature|Key-Pair-Id)=/.exec(given.text)) || [];
  if (isMissing(nameInPath)) {
    const [written = "&"] = questionMark.exec(given.text) ?? [];
    return [separatorFinding(written, "?")];
  }
  for (const { 1: name = "", 2: written = "", index } of matches(
    `[?&]${signingNames}(${escapedEquals})`,
    given.text,
  )) {
    if (!isMissing(name) || isInNestedUrl(given, index)) continue;
    return [separatorFinding(written, "=")];
  }
  if (given.query === undefined)
    return /\/(?:Expires|Policy)=[^/]+\/Signature=/.test(given.address) ? [separatorFinding("/", "?")] : [];
  const query = question.givenUrl.slice(given.address.length + 1);
  // A parameter of one's own may have such a word, or a signed URL, in its value.
  if (!/Signature/.test(query) || !/Key-Pair-Id/.test(query) || /=https?(?::|%)/i.test(query)) return [];
  const loose = looseSeparators(query).find(({ name }) => isMissing(name));
  if (!loose) return [];
  const { written, separator, name } = loose;
  if (written !== "") return [separatorFinding(written, separator)];
  const where = separator === "&" ? `in front of ${name}` : `behind ${name}`;
  return [
    proven("parameters-escaped", `there is no ${separator} ${where}`, {
      summary: "A separator between the parameters is missing.",
      fix: `Write ${separator} ${where}, for example by adding parameters with url.searchParams.`,
    }),
  ];
}

function encodedUrlFinding(times: number): ParameterFinding {
  const often = times === 1 ? "once" : `${times} times`;
  return proven(
    "parameters-escaped",
    `the URL starts with https%${"25".repeat(Math.min(times, 3) - 1)}3A: it is percent-encoded ${often}`,
    {
      summary: "The whole URL is percent-encoded.",
      fix: "Request the URL itself. Encode it only where it is a value inside another URL, and decode it there.",
    },
  );
}

/** The finding for a separator, and for the others that are escaped in the same way. */
function separatorsFinding({ text }: GivenUrl, written: string, separator: string): ParameterFinding {
  const escapes = escapedSeparators.filter(([encoded]) => text.includes(encoded));
  const isOne = escapes.length < 2 || !escapes.some(([encoded]) => encoded === written);
  return proven("parameters-escaped", `there is ${shortQuote(written)} in the place of ${separator}`, {
    fix: isOne
      ? separatorFix(written, separator)
      : `Write ${listed(escapes.map(([, plain]) => plain))} instead of ${listed(escapes.map(([encoded]) => encoded))}: encode the values of parameters, not the separators.`,
  });
}

const escapedSeparators = [
  ["%3F", "?"],
  ["%26", "&"],
  ["%3D", "="],
] as const;

function separatorFix(written: string, separator: string): string {
  if (written === "?")
    return "Write & instead of the second ?, for example by adding parameters with url.searchParams.";
  if (separator === "?" && written === "/")
    return "Write ? in front of the first parameter, and & between them.";
  if (written === "&") return "Write ? instead of & in front of the first parameter.";
  if (written === ";") return "Write & instead of ; between parameters.";
  if (written.startsWith("\\"))
    return `Write ${separator} instead of ${written}: decode JSON, and the escapes of a shell, before you use the URL.`;
  if (/^(?:[^%]|and|&#.*)$/.test(written))
    return `Write ${separator} instead of ${shownSeparator(written)}: no other character separates ${separator === "&" ? "parameters" : "a name from its value"}.`;
  return `Write ${separator} instead of ${written}: encode the values of parameters, not the separators.`;
}

function shownSeparator(written: string): string {
  return /\s/.test(written) ? "the white space" : written;
}

function matches(pattern: string, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(new RegExp(pattern, "gi")))
    if (found.push(match) >= mostVariedParts) break;
  return found;
}

/** Tells for a name, in its exact spelling, whether the request needs a parameter of this name and has none. */
function missingNames({ request, cookies }: ReadQuestion): (name: string) => boolean {
  const { parameters, source } = request;
  const hasCookies = cookies.pairs.some(([name]) => name.startsWith("CloudFront-"));
  return (name) => {
    if (source === "cookies" || hasCookies) return false;
    if (name === "Expires" || name === "Policy")
      return !parameters.has("Expires") && !parameters.has("Policy");
    return (name === "Signature" || name === "Key-Pair-Id") && !parameters.has(name);
  };
}

/** Whether the query in front of a position has a parameter: otherwise its ? may belong to the path. */
function hasParameterBefore({ text, address }: GivenUrl, index: number): boolean {
  return /^https?:\/\/[^/]+\//i.test(address) && /^[\w.~[\]%-]+=/.test(text.slice(address.length + 1, index));
}

function isFirstQuestionMark({ address }: GivenUrl, index: number): boolean {
  return index === address.length;
}

/** Whether a position is in a parameter whose value is another URL, which may be signed itself. */
function isInNestedUrl({ text }: GivenUrl, index: number): boolean {
  const pair = text.slice(Math.max(text.lastIndexOf("&", index - 1), text.indexOf("?")) + 1, index);
  return /^[^=]{0,200}=https?(?::|%(?:25){0,9}3A)/i.test(pair);
}
