/** How a browser keeps the signed cookies. Every attribute is optional; the defaults are safe. */
export interface SetCookieAttributes {
  /**
   * Domain that covers CloudFront's alternate domain name, for example `example.com` for `cdn.example.com`.
   * Without it, the browser sends the cookies only to the host that set them.
   */
  readonly domain?: string;
  /** Path prefix, without wildcards. Default `/`. */
  readonly path?: string;
  /** The browser sends the cookies over HTTPS only. Default `true`. */
  readonly secure?: boolean;
  /** Scripts cannot read the cookies. Default `true`. */
  readonly httpOnly?: boolean;
  /**
   * Default `"Lax"`, which is enough between `app.example.com` and `cdn.example.com`; `"None"` across sites
   * (needs `secure`).
   */
  readonly sameSite?: "Strict" | "Lax" | "None";
  /** The browser keeps separate cookies for each top-level site. Needs `secure`. Default `false`. */
  readonly partitioned?: boolean;
  /**
   * Seconds that the browser keeps the cookies. Default: until the browser is closed, as AWS recommends.
   */
  readonly maxAge?: number;
}
