import { readHttpDate } from "../request/time-words.ts";
import { readHttpLines } from "./http-line.ts";
import { type HttpMessage, readHttpMessages } from "./http-message.ts";
import type { PasteNote } from "./paste-note.ts";
import { filledSetCookie, joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { fieldsOf } from "./response-fields.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";

/** What HTTP messages in a paste say, and the text before them. */
export interface HttpParts {
  readonly before: string;
  readonly parts: PastedParts;
}

/**
 * Reads the messages of `curl -v`, `curl -i` and raw requests. Of several requests (redirects), the last denied one
 * and its response count, or else the last one.
 */
export function readHttpParts(text: string): HttpParts {
  const { before, messages } = readHttpMessages(readHttpLines(text));
  const exchanges = exchangesOf(messages);
  const requests = exchanges.filter((one) => one.request !== undefined);
  const denied = requests.filter((one) => one.response?.status === 403).at(-1);
  const { request, response } = denied ?? exchanges.at(-1) ?? {};
  const setCookie = messages
    .filter(({ kind }) => kind === "response")
    .flatMap((message) => valuesOf(message, "set-cookie"))
    .flatMap((line) => filledSetCookie(line) ?? []);
  const note = request === requests.at(-1)?.request ? "several-requests" : "one-of-several-denied";
  const notes: PasteNote[] = requests.length > 1 ? [note] : [];
  const redirectedUrl = request ? undefined : urlOfRedirect(messages);
  if (redirectedUrl !== undefined) notes.push("redirected");
  return {
    before,
    parts: {
      ...(request ? requestParts(request, notes) : { url: redirectedUrl }),
      ...(response ? responseParts(response) : {}),
      ...(setCookie.length > 0 ? { setCookie } : {}),
      notes,
    },
  };
}

/** The URL of the request that follows a redirect, where only the responses are shown, as with `curl -IL`. */
function urlOfRedirect(messages: readonly HttpMessage[]): string | undefined {
  const redirect = messages
    .slice(0, -1)
    .filter(({ status }) => status >= 300 && status < 400)
    .at(-1);
  const [url = ""] = redirect ? valuesOf(redirect, "location") : [];
  return /^https?:\/\//i.test(url) ? url : undefined;
}

/** A request and its last response; without a request, the response alone. */
interface Exchange {
  readonly request?: HttpMessage;
  readonly response?: HttpMessage;
}

function exchangesOf(messages: readonly HttpMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    if (isViewerRequest(message)) exchanges.push({ request: message });
    else if (message.kind === "response" && message.status >= 200)
      exchanges.push({ ...exchanges.pop(), response: message });
  }
  const [first, second, ...others] = exchanges;
  // Browsers show the answer in front of its request.
  if (first && !first.request && second && !second.response && others.length === 0)
    return [{ ...first, ...second }];
  return exchanges;
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
  return hasSigningParameters(target) ? target.slice(target.indexOf("?") + 1) : undefined;
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
