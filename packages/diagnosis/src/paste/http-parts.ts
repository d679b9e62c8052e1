import { readHttpDate } from "../request/time-words.ts";
import { readHttpLines } from "./http-line.ts";
import { type HttpMessage, readHttpMessages } from "./http-message.ts";
import type { PasteNote } from "./paste-note.ts";
import { filledSetCookie, joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { fieldsOf } from "./response-fields.ts";

/** What HTTP messages in a paste say, and the text before them. */
export interface HttpParts {
  readonly before: string;
  readonly parts: PastedParts;
}

/**
 * Reads the messages of `curl -v`, `curl -i` and raw requests. Of several requests (redirects), the last one and
 * its response count.
 */
export function readHttpParts(text: string): HttpParts {
  const { before, messages } = readHttpMessages(readHttpLines(text));
  const requests = messages.filter(isViewerRequest);
  const request = requests.at(-1);
  const after = request ? messages.slice(messages.lastIndexOf(request)) : messages;
  const response = after.filter(({ kind, status }) => kind === "response" && status >= 200).at(-1);
  const setCookie = messages
    .filter(({ kind }) => kind === "response")
    .flatMap((message) => valuesOf(message, "set-cookie"))
    .flatMap((line) => filledSetCookie(line) ?? []);
  const notes: PasteNote[] = requests.length > 1 ? ["several-requests"] : [];
  return {
    before,
    parts: {
      ...(request ? requestParts(request, notes) : {}),
      ...(response ? responseParts(response) : {}),
      ...(setCookie.length > 0 ? { setCookie } : {}),
      notes,
    },
  };
}

/** A request of the client, not one for a tunnel through a proxy. */
function isViewerRequest({ kind, method }: HttpMessage): boolean {
  return kind === "request" && method !== "CONNECT";
}

function requestParts(request: HttpMessage, notes: PasteNote[]): PastedParts {
  const { target, scheme } = request;
  const cookies = joinedCookies(valuesOf(request, "cookie"));
  const [host = ""] = valuesOf(request, "host");
  const sent = { method: request.method, cookies, requestFields: request.fields, isSent: true };
  if (/^https?:\/\//i.test(target)) return { ...sent, url: target };
  if (!host) return { ...sent, query: queryOf(target) };
  if (!scheme) notes.push("scheme-assumed");
  return { ...sent, url: `${scheme ?? "https"}://${host}${target}` };
}

function queryOf(target: string): string | undefined {
  const start = target.indexOf("?");
  return start < 0 ? undefined : target.slice(start + 1) || undefined;
}

function responseParts(response: HttpMessage): PastedParts {
  const [date = ""] = valuesOf(response, "date");
  return {
    status: response.status,
    date: readHttpDate(date),
    responseBody: response.body || undefined,
    responseHeaders: fieldsOf(response.fields),
  };
}

function valuesOf({ fields }: HttpMessage, name: string): string[] {
  return fields.filter((field) => field.name === name).map(({ value }) => value);
}
