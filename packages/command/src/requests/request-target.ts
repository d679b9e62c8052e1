/** Where a URL goes, and what stands in the first line of its request. */
export interface RequestTarget {
  readonly isSecure: boolean;
  readonly hostname: string;
  /** Empty for the port of the scheme. */
  readonly port: string;
  /** The value of the `Host` header. */
  readonly host: string;
  /** Path and query as they are sent. */
  readonly path: string;
  /** Path and query as a browser sends them. */
  readonly browserPath: string;
  /** Whether the path and query are sent byte for byte as they were given. */
  readonly isExact: boolean;
}

// Scheme and authority (RFC 3986, appendix B), and what clients send of the rest: everything before the fragment.
const components = /^https?:\/\/[^/?#\\]*([^#]*)/is;

/** A path that can stand in a request line (RFC 9112, section 3): no white space, no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be sent
const sendable = /^\/[^\x00-\x20\x7f]*$/;

/**
 * Reads a URL without rewriting its path and query: CloudFront compares the bytes that it gets. `undefined`
 * for text that no client can request.
 */
export function readRequestTarget(url: string): RequestTarget | undefined {
  const given = components.exec(url.trim())?.[1];
  if (given === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const { protocol, hostname, port, host, origin } = parsed;
  for (const unsent of ["username", "password", "hash"] as const) parsed[unsent] = "";
  const browserPath = parsed.href.slice(origin.length);
  const path = given === "" || given.startsWith("?") ? `/${given}` : given;
  const isExact = sendable.test(path);
  return {
    isSecure: protocol === "https:",
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    host,
    path: isExact ? path : browserPath,
    browserPath,
    isExact,
  };
}
