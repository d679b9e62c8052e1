import { fail } from "../errors.ts";
import { checkFlag, readOptions } from "../options/read-options.ts";
import { describeNumber } from "../options/type-name.ts";
import { type Duration, readDuration } from "../policy/duration.ts";
import { sections } from "../url/resource-match.ts";

/** Attributes of signed cookies. Every attribute is optional, and the defaults are safe. */
export interface SetCookieAttributes {
  /**
   * Domain that covers CloudFront's alternate domain name, for example `example.com` for `cdn.example.com`.
   * Without it, the browser sends the cookies only to the host that set them.
   */
  readonly domain?: string;
  /**
   * Path prefix, without wildcards, at most 1,024 bytes. Default: the folder that the resource covers, so that cookies for
   * two folders do not replace each other.
   */
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
   * How long the browser keeps the cookies: whole seconds, or text such as `"4h"`. Default: until the browser is closed, as
   * AWS recommends.
   */
  readonly maxAge?: Duration;
}

/** The bytes of a path that browsers read (RFC 6265bis, section 5.6). */
export const longestCookiePath = 1024;

/** The attributes with the defaults filled in. */
export type CheckedAttributes = Required<Omit<SetCookieAttributes, "domain" | "maxAge">> & {
  readonly domain: string | undefined;
  /** Seconds. */
  readonly maxAge: number | undefined;
};

export const attributeNames = [
  "domain",
  "path",
  "maxAge",
  "secure",
  "httpOnly",
  "sameSite",
  "partitioned",
] as const;

/** Copies the attributes. Throws for an unknown name. */
export function readAttributes(given: SetCookieAttributes): SetCookieAttributes {
  return readOptions("attributes", given, attributeNames);
}

/** Throws for attributes with which a browser drops the cookies, or never sends them to CloudFront. */
export function checkAttributes(given: SetCookieAttributes, defaultPath = "/"): CheckedAttributes {
  const {
    domain,
    path = defaultPath,
    maxAge: lifetime,
    secure = true,
    httpOnly = true,
    sameSite = "Lax",
    partitioned = false,
  } = readAttributes(given);
  if (domain !== undefined) checkDomain(domain);
  if (typeof path !== "string" || !/^\/[!-)+-:<-~]*$/.test(path))
    refuseAttribute(
      "path",
      "is not a valid cookie path; write a prefix such as /images, which starts with / and contains no *, ; or space",
    );
  if (path.length > longestCookiePath)
    refuseAttribute("path", "is longer than 1,024 bytes, so browsers ignore it; write a shorter prefix");
  const maxAge = lifetime === undefined ? undefined : maxAgeSeconds(lifetime);
  checkFlag("secure", secure, "ERR_COOKIE_INVALID");
  checkFlag("httpOnly", httpOnly, "ERR_COOKIE_INVALID");
  if (!["Strict", "Lax", "None"].includes(sameSite))
    refuseAttribute(
      "sameSite",
      'must be "Strict", "Lax" or "None", capitalized: browsers treat any other value as Lax',
    );
  checkFlag("partitioned", partitioned, "ERR_COOKIE_INVALID");
  if (!secure && (sameSite === "None" || partitioned))
    refuseAttribute(
      "secure",
      'is false with partitioned or sameSite "None", so browsers drop the cookie; leave it on',
    );
  return { domain, path, maxAge, secure, httpOnly, sameSite, partitioned };
}

/** Seconds of `maxAge`. Unlike other durations it may be 0, which deletes the cookies. */
function maxAgeSeconds(value: unknown): number {
  const seconds = typeof value === "string" ? readDuration(value) : value;
  // JavaScript writes numbers from 1e21 on with an exponent, which Max-Age cannot have.
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds < 1e21)
    return seconds;
  return refuseAttribute(
    "maxAge",
    `is ${typeof value === "string" ? "not a duration" : describeNumber(value)}, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"`,
  );
}

/** Whether a host is this machine (Secure Contexts, section 3.1): browsers send Secure cookies to it over http, too. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/**
 * Throws for attributes with which no browser sends the cookies to any URL of a resource (RFC 6265bis, section 5). What
 * a wildcard may stand for is allowed.
 */
export function checkReach({ domain, path, secure }: CheckedAttributes, resource: string): void {
  const { protocol, domain: authority, rest } = sections(resource);
  const host = authority.replace(/:[\d*?]*$/, "").toLowerCase();
  if (secure && protocol === "http" && !isLoopback(host))
    refuseAttribute(
      "secure",
      "is true for an http resource, where browsers never send Secure cookies; sign an https resource, or turn it off",
    );
  if (domain !== undefined && !mayCover(domain.replace(/^\./, "").toLowerCase(), host))
    refuseDomain(`does not cover ${host}, the host of the resource`);
  const [fixed = ""] = rest.split(/[*?]/, 1);
  const folder = path.replace(/\/?$/, "/");
  const isCovered = fixed === path || fixed.startsWith(folder) || (fixed !== rest && path.startsWith(fixed));
  if (rest !== "" && !isCovered)
    refuseAttribute(
      "path",
      "covers no URL of the resource; leave path out, and end the resource of a folder with /*",
    );
}

/** Whether a browser may send cookies of a domain to a host, which may have wildcards. */
function mayCover(domain: string, host: string): boolean {
  const end = host.replace(/^.*[*?]/, "");
  if (end !== host) return `.${domain}`.endsWith(end) || end.endsWith(`.${domain}`);
  // A name without a dot is a public suffix.
  return host === domain || (domain.includes(".") && host.endsWith(`.${domain}`));
}

function refuseAttribute(option: keyof SetCookieAttributes, message: string): never {
  return fail("ERR_COOKIE_INVALID", option, message);
}

function checkDomain(domain: unknown): void {
  if (typeof domain !== "string" || !/^[\w.-]*\w$/.test(domain) || /^(?:undefined|null|nan)$/i.test(domain))
    refuseDomain("is not a domain name in ASCII");
  // It is on the Public Suffix List; a host of it can set cookies for itself alone.
  if (/(?:^|\.)cloudfront\.net$/i.test(domain))
    refuseDomain("browsers reject cookies for cloudfront.net and its hosts");
}

function refuseDomain(problem: string): never {
  return refuseAttribute(
    "domain",
    `${problem}; write the alternate domain name of the distribution, such as cdn.example.com, or a parent domain, or leave domain out if that host itself sends Set-Cookie`,
  );
}
