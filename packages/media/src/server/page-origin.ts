import { fail } from "cloudfront-sign-webcrypto/internals";

/**
 * A header of a request; `undefined` if it is missing. One that cannot be read, or is not text, may be anything: it
 * becomes "null", which is the origin of any site and no value of `Sec-Fetch-Site`.
 */
function headerOf(request: unknown, name: string): string | undefined {
  try {
    const value: unknown = (request as Request).headers.get(name);
    return typeof value === "string" ? value : value === null || value === undefined ? undefined : "null";
  } catch {
    return "null";
  }
}

/** The `Origin` of a request if it is one of the list; what CORS answers to. */
export function allowedOrigin(request: unknown, allowedOrigins: readonly string[]): string | undefined {
  const origin = headerOf(request, "Origin");
  return origin !== undefined && allowedOrigins.includes(origin) ? origin : undefined;
}

/**
 * Whether a page of another origin may have sent the request. Browsers add `Origin` to every POST, and
 * `Sec-Fetch-Site` to every request by HTTPS or to localhost; no page can change them. Without either, no
 * browser has sent it.
 *
 * `Sec-Fetch-Site` decides where it is there: behind a proxy, the URL of the request is often not the one
 * that the browser asked for.
 *
 * Source: W3C, "Fetch Metadata Request Headers"; Fetch Standard, "`Origin` header".
 */
export function isFromOtherOrigin(request: unknown, url: string): boolean {
  const origin = headerOf(request, "Origin");
  // Sandboxed frames and local files of any site have this origin.
  if (origin === "null") return true;
  switch (headerOf(request, "Sec-Fetch-Site")) {
    case "same-origin":
      return false;
    // "none" is a request that no page has caused, such as a browser extension's.
    case "none":
    case undefined:
      return origin !== undefined && origin !== originOf(url);
    default:
      return true;
  }
}

/**
 * Throws for cookies that a browser drops, or never sends to the resource. The endpoint's own host is known for sure only
 * from a page of its own origin.
 */
export function checkCookieHost(request: unknown, domain: string | undefined, resource: string): void {
  if (headerOf(request, "Sec-Fetch-Site") !== "same-origin") return;
  const host = hostOf(originOf(headerOf(request, "Origin") ?? ""));
  const to = hostOf(resource);
  // Without a domain, only the host itself gets them; a resource may have a * for it.
  const [, star = "", end = ""] =
    /^(.*[*?])?(.*)$/s.exec(domain?.replace(/^\.?/, "*.").toLowerCase() ?? to) ?? [];
  const isReached = star ? `.${host}`.endsWith(end) : host === end;
  if (host !== "" && !isReached)
    fail(
      "ERR_COOKIE_INVALID",
      "cookies",
      `set by ${host}, they never reach ${to}; pass a domain that covers both, or leave cookies out to send the query`,
    );
}

/** The host of an origin or a resource, without the port, which cookies do not have. */
function hostOf(text = ""): string {
  return /^[^/]*\/\/(\[[^\]]*\]|[^/:]*)/.exec(text)?.[1] ?? "";
}

/** The scheme, host and port of a URL: also of one whose scheme has no `origin`, such as `capacitor:`. */
export function originOf(url: string): string | undefined {
  try {
    const { protocol, host } = new URL(url);
    return host === "" ? undefined : `${protocol}//${host}`;
  } catch {
    return undefined;
  }
}
