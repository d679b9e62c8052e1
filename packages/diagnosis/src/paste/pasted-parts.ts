import type { PasteNote } from "./paste-note.ts";
import type { HeaderField } from "./response-fields.ts";

/** What a reader found in a paste, or in a part of it. Values that are missing or empty are left out. */
export interface PastedParts {
  readonly url?: string | undefined;
  /** The URL as it stands in the text, if it is not `url`. */
  readonly urlAsPasted?: string | undefined;
  /** As in a `Cookie` header. */
  readonly cookies?: string | undefined;
  /** They are those of `setCookie`. */
  readonly areCookiesUncertain?: true | undefined;
  /** Fields of the request; only those with signed cookies matter. */
  readonly requestFields?: readonly HeaderField[] | undefined;
  readonly setCookie?: readonly string[];
  /** The query of a URL that is otherwise unknown, without its ?. */
  readonly query?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  readonly date?: Date | undefined;
  /** The line of the URL in other text, which may name its time. */
  readonly line?: string | undefined;
  /** Other host names of the distribution, of which a log has the one at cloudfront.net. */
  readonly hostnames?: readonly string[] | undefined;
  /** The address of the viewer as CloudFront has seen it. */
  readonly ipAddress?: string | undefined;
  readonly responseBody?: string | undefined;
  /** Header fields of the response by their names in lower case. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** The request was sent: it is known that it had no other cookies than these. */
  readonly isSent?: boolean;
  /** It was read out of a request or a command, and not out of a text about it. */
  readonly isRequest?: boolean;
  /** It is a command that somebody may run now, and no record of what was sent. */
  readonly isCommand?: boolean;
  readonly notes?: readonly PasteNote[];
}

/** Whether there is anything in it that was signed or may have been. */
export function hasRequest({ url, cookies, setCookie, query }: PastedParts): boolean {
  return Boolean(url || cookies || setCookie?.length || query);
}

/** The parts of two readers. Where both found a value, that of the first counts. */
export function withParts(first: PastedParts, second: PastedParts): PastedParts {
  const setCookie = [...(first.setCookie ?? []), ...(second.setCookie ?? [])];
  return {
    url: first.url ?? second.url,
    urlAsPasted: first.url === undefined ? second.urlAsPasted : first.urlAsPasted,
    cookies: first.cookies ?? second.cookies,
    requestFields: first.requestFields ?? second.requestFields,
    ...(setCookie.length > 0 ? { setCookie } : {}),
    query: first.query ?? second.query,
    method: first.method ?? second.method,
    status: first.status ?? second.status,
    date: first.date ?? second.date,
    line: first.line ?? second.line,
    hostnames: first.hostnames ?? second.hostnames,
    ipAddress: first.ipAddress ?? second.ipAddress,
    responseBody: first.responseBody ?? second.responseBody,
    responseHeaders: first.responseHeaders ?? second.responseHeaders,
    isSent: first.isSent || second.isSent || false,
    isRequest: first.isRequest || second.isRequest || false,
    isCommand: first.isCommand || second.isCommand || false,
    notes: [...(first.notes ?? []), ...(second.notes ?? [])],
  };
}

/** Several cookies as one `Cookie` header; `undefined` without any. */
export function joinedCookies(cookies: readonly string[]): string | undefined {
  const filled = cookies.map((cookie) => cookie.trim().replace(/^;|;$/g, "").trim()).filter(Boolean);
  return filled.length > 0 ? filled.join("; ") : undefined;
}

/** A line of `Set-Cookie` that sets a cookie; `undefined` for one without. */
export function filledSetCookie(line: string): string | undefined {
  const [pair = ""] = line.split(";", 1);
  // Chrome writes why it does not store a cookie behind its line.
  return pair.trim()
    ? line
        .split(/\s\u26a0/, 1)
        .join()
        .trim()
    : undefined;
}
