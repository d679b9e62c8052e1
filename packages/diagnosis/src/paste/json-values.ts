import { untrusted } from "cloudfront-sign-webcrypto/internals";
import { readLogFields } from "./access-log.ts";
import { readHar } from "./har-entry.ts";
import type { PasteNote } from "./paste-note.ts";
import { filledSetCookie, hasRequest, joinedCookies, type PastedParts, withParts } from "./pasted-parts.ts";
import { oneMethod, readMethod } from "./response-fields.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { firstSignedUrl } from "./url-in-text.ts";

/**
 * Reads JSON, or a browser's `fetch("…", { … })`: a URL, cookies by their names, and headers. `undefined` if the
 * text is not JSON, or has nothing of a request.
 */
export function readJsonValues(text: string): PastedParts | undefined {
  const isEscaped = /\\(?:u0026|\/)/.test(text);
  const notes: PasteNote[] = isEscaped ? ["json-escapes"] : [];
  const json = parseJson(text);
  const recorded = readHar(json) ?? readJsonLog(json);
  if (recorded) return withParts(recorded, { notes });
  const entries = entriesOf(json);
  const urls = entries
    .filter(({ name, value }) => /^https?:\/\/\S+$/i.test(value) && !/^(?:referr?er|origin)$/i.test(name))
    .map(({ value }) => value);
  const cookies: string[] = [];
  const setCookie: string[] = [];
  const requestFields = entries.filter(({ isHeader }) => isHeader);
  for (const { name, value, isHeader } of entries) {
    if (/^cloudfront-/i.test(name) && isHeader) continue;
    if (/^cloudfront-/i.test(name)) cookies.push(`${name}=${value}`);
    else if (/^cookie$/i.test(name)) cookies.push(value);
    else if (/^set-?cookie$/i.test(name)) setCookie.push(...(filledSetCookie(value) ? [value.trim()] : []));
  }
  if (new Set(urls).size > 1) notes.push("several-urls");
  const parts: PastedParts = {
    url: withSeparateQuery(firstSignedUrl(urls), entries, notes),
    cookies: joinedCookies(cookies),
    requestFields,
    status: Number(/"(?:status|status_?code|code)"\s?:\s?"?([45]\d\d)\b/i.exec(text)?.[1]) || undefined,
    method: oneMethod(entries.map(({ name, value }) => (name === "method" ? readMethod(value) : undefined))),
    ...(setCookie.length > 0 ? { setCookie } : {}),
    notes,
  };
  return hasRequest(parts) ? parts : undefined;
}

/** The URL with the query that stands beside it, as in the events of Sentry. */
function withSeparateQuery(
  url: string | undefined,
  entries: readonly Entry[],
  notes: PasteNote[],
): string | undefined {
  const query = entries.find(
    ({ value }) => /^\??[\w.-]{1,60}=/.test(value) && hasSigningParameters(`?${value}`),
  )?.value;
  if (url === undefined || query === undefined || url.includes("?")) return url;
  notes.push("parameters-joined");
  return `${url}?${query.replace(/^\?/, "")}`;
}

/** A line of a log that CloudFront writes as JSON. */
function readJsonLog(json: unknown): PastedParts | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  return readLogFields(
    new Map(Object.entries(json).map(([name, value]) => [name, untrusted.text(value) ?? ""])),
  );
}

/** The value of JSON text, or the arguments of a call of `fetch`; `undefined` for other text. */
function parseJson(text: string): unknown {
  const call = /^(?:await\s+)?fetch\(/.exec(text);
  const json = call ? `[${text.slice(call[0].length, text.lastIndexOf(")"))}]` : text;
  if (!/^[[{"]/.test(json)) return undefined;
  try {
    return parsedJson(json);
  } catch {
    return undefined;
  }
}

interface Entry {
  readonly name: string;
  readonly value: string;
  /** Whether it stands among the headers of a request. */
  readonly isHeader: boolean;
}

/**
 * All texts in a value with their names, those nearer to the top first. `{ name, value }` and `{ key, value }`,
 * as in HAR files and in Lambda@Edge, are an entry of that name.
 */
function entriesOf(root: unknown): Entry[] {
  const entries: Entry[] = [];
  const queue: { name: string; value: unknown; isHeader: boolean }[] = [
    { name: "", value: root, isHeader: false },
  ];
  for (const { name, value, isHeader } of queue) {
    if (typeof value === "string") entries.push({ name, value, isHeader });
    if (typeof value !== "object" || value === null) continue;
    const own = new Map<string, unknown>(Object.entries(value));
    const label = own.get("name") ?? own.get("key");
    for (const [key, member] of own)
      queue.push({
        name: Array.isArray(value) ? name : key === "value" && typeof label === "string" ? label : key,
        value: member,
        isHeader: isHeader || /^(?:request)?-?_?headers?$/i.test(key),
      });
  }
  return entries;
}

/** The value of JSON, or of a list or an object as Python prints it; throws for other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(pythonToken, jsonToken));
  }
}

const pythonToken = /'((?:[^'\\\n]|\\.)*)'|"(?:[^"\\\n]|\\.)*"|\b(?:True|False|None)\b/g;

const jsonWords: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

function jsonToken(token: string, inSingleQuotes: string | undefined): string {
  return inSingleQuotes === undefined
    ? (jsonWords[token] ?? token)
    : JSON.stringify(inSingleQuotes.replace(/\\(['\\])/g, "$1"));
}
