/** How a browser keeps the signed cookies. Everything is optional; the defaults are safe. */
export interface SetCookieAttributes {
  /**
   * Domain that covers CloudFront's alternate domain name, for example `example.com` for `cdn.example.com`.
   * Without it, the answering host only.
   */
  readonly domain?: string;
  /** Path prefix, default `/`. A plain prefix: cookies have no wildcards. */
  readonly path?: string;
  /** HTTPS only, default `true`. */
  readonly secure?: boolean;
  /** Out of reach of scripts, default `true`. */
  readonly httpOnly?: boolean;
  /**
   * Default `"Lax"`, which is enough between `app.example.com` and `cdn.example.com`; `"None"` across sites
   * (needs `secure`).
   */
  readonly sameSite?: "Strict" | "Lax" | "None";
  /** A cookie jar per top-level site (needs `secure`), default `false`. */
  readonly partitioned?: boolean;
  /**
   * Seconds that the browser keeps the cookies; without it: until it closes, which is what AWS recommends.
   */
  readonly maxAge?: number;
}
