import { memberOf } from "cloudfront-sign-webcrypto/internals";
import type { PasteNote } from "./paste-note.ts";
import { joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { fieldsOf, type HeaderField } from "./response-fields.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { readLogTime } from "./times-in-text.ts";

/**
 * Reads an entry of a HAR file, or a whole file: the first denied request to a signed URL or with signed cookies,
 * or else the first denied one. `undefined` for other JSON.
 *
 * Source: HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
 */
export function readHar(json: unknown): PastedParts | undefined {
  const log = memberOf(json, "log") ?? json;
  const list = memberOf(log, "entries") ?? json;
  const entries = (Array.isArray(list) ? list : [list]).flatMap((entry) => readEntry(entry) ?? []);
  const denied = entries.filter(({ status }) => status === 403);
  const candidates = denied.length > 0 ? denied : entries;
  const found =
    candidates.find(({ url, cookies }) => hasSigningParameters(url) || cookies?.includes("CloudFront-")) ??
    candidates[0];
  const notes: PasteNote[] = entries.length > 1 ? ["one-of-several-denied"] : [];
  if (!found || found.setCookie) return found && { ...found, notes };
  // The cookies that another entry sets are those that should have been sent.
  const setCookie = entries
    .flatMap((entry) => entry.setCookie ?? [])
    .filter((line) => line.startsWith("CloudFront-"));
  return { ...found, ...(setCookie.length > 0 ? { setCookie } : {}), notes };
}

function readEntry(entry: unknown): PastedParts | undefined {
  const [request, response] = [memberOf(entry, "request"), memberOf(entry, "response")];
  const url = textMember(request, "url");
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  const status = memberOf(response, "status");
  const isStatus = typeof status === "number" && status >= 100 && status < 600;
  const sent = readFields(request, "headers");
  // Events of Sentry have a request, too.
  if (response === undefined && sent.length === 0) return undefined;
  const received = readFields(response, "headers");
  // The list of cookies repeats the header.
  const header = sent.filter(({ name }) => name === "cookie").map(({ value }) => value);
  const list = readFields(request, "cookies", false).map(({ name, value }) => `${name}=${value}`);
  const setCookie = received.filter(({ name }) => name === "set-cookie").map(({ value }) => value);
  return {
    url,
    method: textMember(request, "method"),
    cookies: joinedCookies(header.length > 0 ? header : list),
    requestFields: sent,
    ...(setCookie.length > 0 ? { setCookie } : {}),
    status: isStatus ? status : undefined,
    date: readLogTime(textMember(entry, "startedDateTime") ?? ""),
    responseBody: textMember(memberOf(response, "content"), "text"),
    responseHeaders: fieldsOf(received),
    isSent: true,
  };
}

function readFields(message: unknown, list: string, isHeader = true): HeaderField[] {
  const fields = memberOf(message, list);
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field) => {
    const [name, value] = [textMember(field, "name"), textMember(field, "value")];
    if (name === undefined || value === undefined) return [];
    return [{ name: isHeader ? name.toLowerCase() : name, value }];
  });
}

/** A text that is not empty. */
function textMember(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" && member.trim() !== "" ? member : undefined;
}
