import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { readHttpDate } from "../request/time-words.ts";
import { areHeaders, namedCookies, takeCookies, unnamedCookies } from "./cookies-in-text.ts";
import type { PasteNote } from "./paste-note.ts";
import { hasRequest, joinedCookies, type PastedParts, withParts } from "./pasted-parts.ts";
import { methodIn, responseFieldsIn } from "./response-fields.ts";
import { hostIn, separateRequest } from "./separate-parts.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { unwrappedLines } from "./unwrapped-lines.ts";
import { urlInText } from "./url-in-text.ts";

/** The start of an error body: XML, HTML, and what browsers show of it. */
const bodyStart =
  /<(?:\?xml|Error|!DOCTYPE|html)\b|^[ \t]*(?:MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied)\b|^.{0,20}The request could not be satisfied|^"url" parameter is /im;

/** Reads text of no certain form: a URL among words, header fields, parameters, values, an error body. */
export function readLooseText(text: string): PastedParts {
  // Outside of a string, an escape is what was requested.
  const isEscaped = /["']https?:[^"'\s]*\\(?:u0026|\/)/i.test(text);
  const plain = isEscaped ? text.replace(/\\{1,8}u0026/g, "&").replace(/\\{1,8}\//g, "/") : text;
  const escapeNotes: PasteNote[] = isEscaped ? ["json-escapes"] : [];
  const start = plain.search(bodyStart);
  const before = start < 0 ? plain : plain.slice(0, start);
  const body = start < 0 ? undefined : plain.slice(start).trim();
  const parts = requestIn(before);
  if (hasRequest(parts))
    return { ...withParts(parts, responseIn(before, body)), notes: joined(escapeNotes, parts) };
  // A URL in HTML, or after the name of an error.
  const inBody = body === undefined ? {} : requestIn(body);
  if (hasSigningParameters(inBody.url)) return { ...inBody, notes: joined(escapeNotes, inBody) };
  return responseIn(before, body);
}

function joined(notes: readonly PasteNote[], parts: PastedParts): PasteNote[] {
  return [...notes, ...(parts.notes ?? [])];
}

function requestIn(text: string): PastedParts {
  const logged = loggedRequest(text);
  if (logged) return logged;
  const { lines, isUnwrapped } = unwrappedLines(text);
  const { cookies, setCookie, rest } = takeCookies(lines);
  const { url, notes } = urlInText(rest, setCookie.length > 0);
  const isFound = cookies !== undefined || hasSigningParameters(url) || setCookie.length > 0;
  const named = isFound ? [] : namedCookies(text);
  const found: PastedParts = {
    url,
    ...(named.length > 0 && areHeaders(text)
      ? { requestFields: named }
      : { cookies: cookies ?? joinedCookies(named.map(({ name, value }) => `${name}=${value}`)) }),
    ...(setCookie.length > 0 ? { setCookie } : {}),
    notes: [...(isUnwrapped ? (["line-breaks"] as const) : []), ...notes],
  };
  return hasRequest(found) && !(found.url !== undefined && !found.url.includes("://"))
    ? found
    : parametersIn(text);
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

/** A request line in quotes, as logs of nginx, Apache and load balancers have it, before the page that linked to it. */
const requestLine =
  /"([A-Z]{3,10}) (\/[^\s"]{1,9000}|https?:\/\/[^\s"]{1,9000}) HTTP\/\d(?:\.\d)?"(?: (\d{3})\b)?/g;

/** The last signed request of a server's log that failed, or else the last one. The host name may stand in a field of its own. */
function loggedRequest(text: string): PastedParts | undefined {
  const logged = Array.from(text.matchAll(requestLine)).filter(([, , target]) =>
    hasSigningParameters(target),
  );
  const last = logged.filter(([, , , status]) => Number(status) >= 400).at(-1) ?? logged.at(-1);
  if (!last) return poolRequest(text);
  const [, method, target = "", status] = last;
  const [, host] = /(https?:\/\/[\w.-]{1,253}(?::\d{1,5})?) $/.exec(
    text.slice(Math.max(0, last.index - 280), last.index),
  ) ?? [undefined, hostIn(text)];
  const parts: PastedParts = { method, status: status === undefined ? undefined : Number(status) };
  if (!target.startsWith("/")) return { ...parts, url: target };
  // urllib3 writes the origin in front of the request line.
  if (host?.includes("://")) return { ...parts, url: withoutDefaultPort(host) + target };
  return host === undefined
    ? { ...parts, query: target.slice(target.indexOf("?") + 1) }
    : { ...parts, url: `https://${host}${target}`, notes: ["scheme-assumed"] };
}

/** The error of urllib3, which has the host and the target in places of their own. */
function poolRequest(text: string): PastedParts | undefined {
  const [, tls, host, port, target] =
    /\bHTTP(S?)ConnectionPool\(host='([\w.-]{1,253})', port=(\d{1,5})\)[^/\n]{1,80} url: (\/\S{1,9000})/.exec(
      text,
    ) ?? [];
  if (!hasSigningParameters(target)) return undefined;
  return { url: withoutDefaultPort(`http${tls?.toLowerCase()}://${host}:${port}`) + target };
}

function withoutDefaultPort(origin: string): string {
  return origin.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2");
}

function isSigningParameter(name: string): boolean {
  return parameterNames.includes(name);
}

/** The status, the date and the body of a response without a status line. */
function responseIn(before: string, body: string | undefined): PastedParts {
  const lines = before.split(/\r\n|\n|\r/).map((line) => line.trim());
  const at = lines.findIndex((line) => statusIn(line) !== undefined);
  const status = at < 0 ? undefined : statusIn(lines[at] ?? "");
  const dates = lines.filter((line) => /^[<\s]{0,9}date:/i.test(line));
  const [date] = dates.map((line) => readHttpDate(line.slice(line.indexOf(":") + 1)));
  return {
    method: methodIn(lines),
    status,
    date,
    responseBody: body || undefined,
    responseHeaders: responseFieldsIn(lines),
  };
}

/** The status in a line such as `403`, `403 Forbidden`, `Status Code: 403` or `status=403`. */
function statusIn(line: string): number | undefined {
  if (!/[1-5]\d\d/.test(line)) return undefined;
  const [, status] =
    /^(?:(?:http )?status(?: code)?[\s"]{0,9}[:=]?[\s"]{0,9})([1-5]\d\d)\b/i.exec(line) ??
    /^([1-5]\d\d)(?: [A-Z][\w '-]{1,40})?$/.exec(line) ??
    // wget, ffmpeg, Python and the console of a browser.
    /(?:\bHTTP error|awaiting response\.{3}|\bServer returned|\bERROR:?) ([1-5]\d\d)\b/i.exec(line) ??
    /\b([45]\d\d) (?:Client Error|\([A-Z][\w ]{2,30}\))/.exec(line) ??
    // Players, and the console of Firefox.
    /\b(?:response |status )?code["']?: ?([45]\d\d)\b/i.exec(line) ??
    [];
  return status === undefined ? undefined : Number(status);
}
