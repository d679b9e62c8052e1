/** Elements whose requests have a Range, which a request of mode "no-cors" cannot be given. */
const mediaDestinations: readonly string[] = ["audio", "video"];

/** Headers of the browser's own requests that cause no preflight (Fetch Standard, CORS-safelisted). */
const safelistedHeaders = ["Accept", "Accept-Language", "Range"] as const;

/** The longest value of such a header that causes no preflight. */
const longestSafelistedValue = 128;

/** Whether this is a `Request`, of whichever realm. */
export function isRequest(value: unknown): value is Request {
  return typeof value === "object" && value !== null && typeof (value as Request).url === "string";
}

/** Whether a request of this method has no body, and may be sent twice. */
export function isReading(method: string): boolean {
  return /^(?:GET|HEAD)$/i.test(method);
}

/**
 * The options with which `fetch` sends the same request to another URL. `new Request(url, request)` is not enough:
 * it loses the Range of a `<video>`, the body in Firefox, and throws for a navigation.
 */
export async function requestInit(request: Request): Promise<RequestInit> {
  const { method, headers, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal } =
    request;
  return {
    method,
    headers: request.destination ? headersOfBrowser(headers) : headers,
    ...modeAndCredentials(request),
    cache,
    redirect,
    referrer,
    referrerPolicy,
    integrity,
    keepalive,
    signal,
    // A stream would need HTTP/2, and Firefox has none.
    ...(!isReading(method) && { body: await request.arrayBuffer() }),
  };
}

/** A navigation cannot be sent by a script, and a request of mode "no-cors" not with a Range. */
function modeAndCredentials({ mode, credentials, destination, headers }: Request): RequestInit {
  const isMedia = mediaDestinations.includes(destination) || headers.has("Range");
  return mode === "navigate" || (mode === "no-cors" && isMedia)
    ? { mode: "cors", credentials: "same-origin" }
    : { mode, credentials };
}

/** Without those that would cause a preflight, as WebKit's `Icy-Metadata` of a `<video>`. */
function headersOfBrowser(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of safelistedHeaders) {
    const value = headers.get(name);
    if (value !== null && value.length <= longestSafelistedValue) kept[name] = value;
  }
  return kept;
}
