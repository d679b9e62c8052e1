import { untrusted } from "cloudfront-sign-webcrypto/internals";
import { readHttpDate } from "../request/time-words.ts";
import { readLogFields } from "./access-log.ts";
import { readHar } from "./har-entry.ts";
import { entriesOf, type JsonEntry, nearestEntry } from "./json-tree.ts";
import { readLooseText } from "./loose-text.ts";
import type { PasteNote } from "./paste-note.ts";
import { filledSetCookie, hasRequest, joinedCookies, type PastedParts, withParts } from "./pasted-parts.ts";
import { fieldsOf, oneMethod, readMethod } from "./response-fields.ts";
import { hostedRequest } from "./separate-parts.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { isNameOfTime, readTimestamp } from "./times-in-text.ts";
import { firstSigned, isNameOfSent } from "./url-in-text.ts";

/**
 * Reads JSON, lines of JSON, or a browser's `fetch("…", { … })`: a URL, cookies by their names, headers, and the
 * answer. `undefined` if the text is not JSON, or has nothing of a request.
 */
export function readJsonValues(text: string): PastedParts | undefined {
  const isEscaped = /\\(?:u0026|\/)/.test(text);
  const notes: PasteNote[] = isEscaped ? ["json-escapes"] : [];
  const { json, rest } = jsonIn(text);
  const recorded = readHar(json) ?? readJsonLog(json);
  if (recorded) return withParts(recorded, { notes });
  const entries = entriesOf(json);
  const urls = entries.filter(
    ({ name, value }) => /^https?:\/\/\S+$/i.test(value) && !/(?:^|[._-])(?:referr?er|origin)$/i.test(name),
  );
  const denied =
    deniedEntry(entries, urls) ??
    urls.find(({ name, value }) => isNameOfSent(name) && hasSigningParameters(value));
  const target = urls.length > 0 ? undefined : entries.find(isTarget);
  const chosen = denied ?? firstSigned(urls.map((entry) => ({ url: entry.value, entry })))?.entry ?? target;
  const hosted = target && hostedRequest(target.value, "", text);
  if (new Set(urls.map(({ value }) => value)).size > 1)
    notes.push(denied ? "one-of-several-urls-denied" : "several-urls");
  const isCall = /^(?:await\s+)?fetch\(/.test(text);
  const parts: PastedParts = {
    ...(hosted ?? { url: withSeparateQuery(chosen?.value, entries, notes) }),
    ...cookiesOf(entries),
    requestFields: entries.filter(({ isHeader, isOfResponse }) => isHeader && !isOfResponse),
    ...answerNear(entries, chosen),
    method: methodNear(entries, denied),
    isRequest: isCall,
    isCommand: isCall,
    notes: [...notes, ...(hosted?.notes ?? [])],
  };
  if (!hasRequest(parts)) return undefined;
  const behind = rest === "" ? {} : readLooseText(rest);
  return {
    ...withParts(parts, answerOf(behind)),
    method: oneMethod([parts.method, behind.method]),
  };
}

/** What is said of an answer behind a call of `fetch`, or between lines of JSON, and the cookies that were set. */
function answerOf({ setCookie = [], status, responseBody, responseHeaders }: PastedParts): PastedParts {
  return { setCookie, status, responseBody, responseHeaders };
}

/** The entry of a URL whose nearest status denies it: signed if there is such a one, and else the nearest to it. */
function deniedEntry(entries: readonly JsonEntry[], urls: readonly JsonEntry[]): JsonEntry | undefined {
  const answered = urls.slice(0, mostUrls).flatMap((entry) => {
    const { entry: status, steps = 0 } = nearestEntry(entries, entry, hasStatus) ?? {};
    return (status?.status ?? 0) >= 400 ? [{ url: entry.value, entry, steps }] : [];
  });
  return firstSigned(answered.sort((a, b) => a.steps - b.steps))?.entry;
}

/** The method of the request that was denied. Without one, a method that changes something must not be taken for a GET. */
function methodNear(entries: readonly JsonEntry[], denied: JsonEntry | undefined): string | undefined {
  const methods = entries.filter(({ name, value }) => name === "method" && readMethod(value) !== undefined);
  const nearest = denied && nearestEntry(methods, denied, () => true)?.entry;
  return oneMethod((nearest ? [nearest] : methods).map(({ value }) => readMethod(value)));
}

/** The URLs whose status is looked for. Our own limit. */
const mostUrls = 50;

/** The target of a request, as logs of servers have it beside its host. */
function isTarget({ value }: JsonEntry): boolean {
  return value.startsWith("/") && hasSigningParameters(value) && !/\s/.test(value);
}

function hasStatus({ status }: JsonEntry): boolean {
  return status !== undefined;
}

function cookiesOf(entries: readonly JsonEntry[]): PastedParts {
  const cookies: string[] = [];
  const setCookie: string[] = [];
  for (const { name, value, isHeader } of entries) {
    if (/^cloudfront-/i.test(name) && isHeader) continue;
    if (/^cloudfront-/i.test(name)) cookies.push(`${name}=${value}`);
    else if (/^cookie$/i.test(name)) cookies.push(value);
    else if (/^set-?cookie$/i.test(name)) setCookie.push(...(filledSetCookie(value) ? [value.trim()] : []));
  }
  return { cookies: joinedCookies(cookies), ...(setCookie.length > 0 ? { setCookie } : {}) };
}

/** The answer to the request of a URL, as logs write it: what stands nearest to the URL. */
function answerNear(entries: readonly JsonEntry[], url: JsonEntry | undefined): PastedParts {
  const nearest = (isOfKind: (entry: JsonEntry) => boolean): JsonEntry | undefined =>
    nearestEntry(entries, url, isOfKind)?.entry;
  const answered = nearest(hasStatus);
  // What an API says of its own answer, in which the URL stands, is not said of the URL.
  const isOfUrl = answered?.isOfResponse || (answered?.status ?? 0) >= 400;
  const status = isOfUrl ? answered?.status : undefined;
  const header = nearest(({ isHeader, isOfResponse }) => isHeader && isOfResponse);
  const headers = fieldsOf(
    entries
      .filter((one) => one.isHeader && one.isOfResponse && one.parent === header?.parent)
      .map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  );
  const time = nearest(({ name, value }) => isNameOfTime(name) && readTimestamp(value) !== undefined);
  const body = nearest(
    ({ name, value, isOfResponse }) =>
      /response_?body$/i.test(name) ||
      (/body$/i.test(name) && isOfResponse) ||
      (/^(?:body|text|content|data|message|error|detail)$/i.test(name) &&
        /^\s*<(?:\?xml|Error|!DOCTYPE|html)\b/i.test(value)),
  );
  return {
    status,
    date: readHttpDate(headers?.date ?? "") ?? (isOfUrl ? readTimestamp(time?.value ?? "") : undefined),
    responseBody: body?.value.trim() || undefined,
    responseHeaders: headers,
  };
}

/** The URL with the query that stands beside it, as in the events of Sentry. */
function withSeparateQuery(
  url: string | undefined,
  entries: readonly JsonEntry[],
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

/** The value of JSON text, of lines of JSON, or of the arguments of a call of `fetch`, and the text around it. */
function jsonIn(text: string): { json: unknown; rest: string } {
  const call = /^(?:await\s+)?fetch\(/.exec(text);
  if (call) {
    const end = endOfCall(text, call[0].length);
    return {
      json: parsedOrNothing(`[${text.slice(call[0].length, end)}]`),
      rest: text
        .slice(end + 1)
        .replace(/^;/, "")
        .trim(),
    };
  }
  if (!/^[[{"]/.test(text)) return { json: undefined, rest: "" };
  const json = parsedOrNothing(text);
  const lines = text.split(/\r?\n/);
  if (json !== undefined || lines.length === 1) return { json, rest: "" };
  const values = lines.flatMap((line) => (line.startsWith("{") ? [parsedOrNothing(line)] : []));
  if (values.length === 0 || values.includes(undefined)) return { json: undefined, rest: "" };
  return {
    json: values,
    rest: lines
      .filter((line) => !line.startsWith("{"))
      .join("\n")
      .trim(),
  };
}

function parsedOrNothing(json: string): unknown {
  try {
    return parsedJson(json);
  } catch {
    return undefined;
  }
}

/** Where the bracket of a call closes; the end of the text if it does not. */
function endOfCall(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g;
  token.lastIndex = start;
  let depth = 1;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === "(") depth++;
    else if (found[0] === ")" && --depth === 0) return found.index;
  }
  return text.length;
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
