import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { hiddenByCors, signerFailed } from "../request/error-body.ts";
import { readHttpDate } from "../request/time-words.ts";
import { areHeaders, namedCookies, takeCookies, unnamedCookies } from "./cookies-in-text.ts";
import type { PasteNote } from "./paste-note.ts";
import { hasRequest, joinedCookies, type PastedParts, withParts } from "./pasted-parts.ts";
import { methodIn, responseFieldsIn, statusIn } from "./response-fields.ts";
import { separateRequest } from "./separate-parts.ts";
import { loggedRequest } from "./server-log.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { unwrappedLines, withLineBreaks } from "./unwrapped-lines.ts";
import { urlInText } from "./url-in-text.ts";

/** The start of an error body in XML or HTML, and of what browsers show of a page. */
const bodyStart =
  /<(?:\?xml[^<>]{0,99}>\s{0,9}<Error|Error|!DOCTYPE|html)\b|^.{0,80}The request could not be satisfied|^"url" parameter is /im;

const bodyEnd = /<\/(?:Error|html)>|\bRequest ID: [\w-]{20,80}=*/i;

/** What browsers show of an error body in XML, perhaps behind an arrow; an empty line ends it. */
const shownStart =
  /^(?:[-=]>|[ \t\u2192])*(?:MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied)\b/im;

const shownEnd = /\n[ \t]*\r?\n/;

/** CloudFront's errors as people tell them in a sentence. S3 has an AccessDenied, too, so that this one says nothing. */
const toldErrors: readonly (readonly [code: string, words: RegExp])[] = [
  ["MissingKey", /\bMissingKey\b|\bMissing Key-Pair-Id query parameter or cookie value\b/],
  ["InvalidKey", /\bInvalidKey\b|\bUnknown Key\b/],
  ["MalformedSignature", /\bMalformedSignature\b|\bCould not unencode Signature\b/],
  ["MalformedPolicy", /\bMalformedPolicy\b|\bMalformed Policy\b/],
  // The AWS SDK for JavaScript; the second is what an older one and its copies make of an invalid date.
  [
    signerFailed,
    /\bdateLessThan is (?:invalid|required)\b|\bInvalid time value\b[\s\S]{0,2000}(?:cloudfront-sign|getSigned(?:Url|Cookies))/,
  ],
];

/** Reads text of no certain form: a URL among words, header fields, parameters, values, an error body. */
export function readLooseText(text: string): PastedParts {
  // Outside of a string, an escape is what was requested.
  const isEscaped = /["']https?:[^"'\s]*\\(?:u0026|\/)/i.test(text);
  const plain = isEscaped ? text.replace(/\\{1,8}u0026/g, "&").replace(/\\{1,8}\//g, "/") : text;
  const notes: PasteNote[] = isEscaped ? ["json-escapes"] : [];
  const { before, body, after } = aroundBody(plain);
  const answer = responseIn(before, body);
  // A URL in HTML, or after the name of an error.
  const request = [before, after, body ?? ""].reduce<PastedParts>((found, part) => {
    if (part === "" || hasRequest(found)) return found;
    const parts = requestIn(part, part === before && body !== undefined);
    return part === before || hasSigningParameters(parts.url) ? withParts(found, parts) : found;
  }, {});
  const { setCookie } = takeCookies(unwrappedLines(after).lines);
  return withParts(
    {
      ...withParts(request, answer),
      notes: [...notes, ...(request.notes ?? [])],
    },
    request.setCookie ? {} : { setCookie },
  );
}

/** The first error body of a text, and what stands around it. */
function aroundBody(text: string): { before: string; body: string | undefined; after: string } {
  const [inTags, shown] = [text.search(bodyStart), text.search(shownStart)];
  const isShown = shown >= 0 && (inTags < 0 || shown < inTags);
  const start = isShown ? shown : inTags;
  if (start < 0) return { before: text, body: undefined, after: "" };
  const end = (isShown ? shownEnd : bodyEnd).exec(text.slice(start));
  const length = end ? end.index + end[0].length : text.length - start;
  return {
    before: text.slice(0, start),
    body: text.slice(start, start + length).trim(),
    after: text.slice(start + length),
  };
}

function requestIn(text: string, hasBody: boolean): PastedParts {
  const logged = loggedRequest(text);
  if (logged) return logged;
  const { lines, wrapped } = unwrappedLines(text);
  const { cookies, setCookie, rest } = takeCookies(lines);
  const { url, urlAsPasted, notes, ...beside } = urlInText(rest, {
    hasSetCookie: setCookie.length > 0,
    hasBody,
  });
  const isFound = cookies !== undefined || hasSigningParameters(url) || setCookie.length > 0;
  const named = isFound ? [] : namedCookies(text);
  const apart = isFound || named.length > 0 ? {} : parametersIn(text);
  if (apart.url !== undefined || (hasRequest(apart) && !url?.includes("://"))) return apart;
  return {
    ...beside,
    url,
    urlAsPasted: withLineBreaks(urlAsPasted ?? url ?? "", wrapped) ?? urlAsPasted,
    ...(named.length > 0 && areHeaders(text)
      ? { requestFields: named }
      : { cookies: cookies ?? joinedCookies(named.map(({ name, value }) => `${name}=${value}`)) }),
    ...(setCookie.length > 0 ? { setCookie } : {}),
    notes: [...(wrapped.length > 0 && cookies !== undefined ? (["line-breaks"] as const) : []), ...notes],
  };
}

/** Parameters without a URL, a URL without a host, values without names. */
function parametersIn(text: string): PastedParts {
  const trimmed = text.trim();
  const query = trimmed.replace(/^[?&]/, "");
  const names = namesOfQuery(query);
  const isQuery = names.every((name) => /^[\w.-]+$/.test(name)) && !/\s/.test(query);
  if (isQuery && names.some(isSigningParameter)) return { query };
  if (hasSigningParameters(trimmed) && !/[\s"']/.test(trimmed)) return { url: trimmed };
  const separate = separateRequest(trimmed);
  if (separate) return separate;
  const cookies = unnamedCookies(trimmed);
  return cookies === undefined ? {} : { cookies, notes: ["values-without-names"] };
}

function isSigningParameter(name: string): boolean {
  return parameterNames.includes(name);
}

/** The status, the date and the body of a response without a status line. */
function responseIn(before: string, body: string | undefined): PastedParts {
  // Programs print an object of headers with quotes.
  const lines = before
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(/^["']?([\w-]{1,60})["']?: ["'](.*)["'],?$/, "$1: $2"));
  const statuses = lines.flatMap((line) => statusIn(line) ?? []);
  const status = statuses.find((status) => status >= 400) ?? statuses[0];
  const isHidden = status !== undefined && status < 300 && /\bCORS\b/.test(before);
  const date = lines.find((line) => /^[<\s]{0,9}date:/i.test(line));
  return {
    method: methodIn(lines),
    status,
    date: date === undefined ? undefined : readHttpDate(date.slice(date.indexOf(":") + 1)),
    responseBody: body || (isHidden ? hiddenByCors : toldErrors.find(([, words]) => words.test(before))?.[0]),
    responseHeaders: responseFieldsIn(lines),
  };
}
