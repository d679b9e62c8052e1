import { fail } from "../errors.ts";
import { characterName } from "../options/printable.ts";
import { checkFlag, readOptions } from "../options/read-options.ts";
import { describeNumber, describeType } from "../options/type-name.ts";
import { isRegistry, sections } from "../url/resource-match.ts";

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

/** The attributes with the defaults filled in. */
export type CheckedAttributes = Required<Omit<SetCookieAttributes, "domain" | "maxAge">> & {
  readonly domain: string | undefined;
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
export function checkAttributes(given: SetCookieAttributes): CheckedAttributes {
  const {
    domain,
    path = "/",
    maxAge,
    secure = true,
    httpOnly = true,
    sameSite = "Lax",
    partitioned = false,
  } = readAttributes(given);
  if (domain !== undefined) checkDomain(domain);
  checkPath(path);
  if (maxAge !== undefined) checkMaxAge(maxAge);
  checkFlag("secure", secure, "ERR_COOKIE_INVALID");
  checkFlag("httpOnly", httpOnly, "ERR_COOKIE_INVALID");
  checkSameSite(sameSite);
  checkFlag("partitioned", partitioned, "ERR_COOKIE_INVALID");
  if (!secure && (sameSite === "None" || partitioned))
    refuse(
      "secure",
      `is false with ${partitioned ? "partitioned" : 'sameSite "None"'}, so browsers drop the cookie; leave secure out`,
    );
  return { domain, path, maxAge, secure, httpOnly, sameSite, partitioned };
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
    refuse(
      "secure",
      "is true for an http resource, where browsers never send Secure cookies; sign an https resource, or set secure to false",
    );
  if (domain !== undefined && !mayCover(domain.replace(/^\./, "").toLowerCase(), host)) refuseDomain(host);
  const [fixed = ""] = rest.split(/[*?]/, 1);
  const folder = path.replace(/\/?$/, "/");
  const isCovered = fixed === path || fixed.startsWith(folder) || (fixed !== rest && path.startsWith(fixed));
  if (rest !== "" && !isCovered)
    refuse(
      "path",
      "no URL of the resource is below it, so browsers never send the cookies there; write the folder of the resource, or leave path out",
    );
}

/** Whether a browser may send cookies of a domain to a host, which may have wildcards. */
function mayCover(domain: string, host: string): boolean {
  if (isRegistry(domain)) return false;
  const end = host.replace(/^.*[*?]/, "");
  if (end !== host) return `.${domain}`.endsWith(end) || end.endsWith(`.${domain}`);
  // A name without a dot is a public suffix.
  return host === domain || (domain.includes(".") && host.endsWith(`.${domain}`));
}

function refuseDomain(host: string): never {
  const isCloudFront = host.endsWith(".cloudfront.net");
  const name = host.replace(/^[^.]*[*?][^.]*\./, "");
  let step = `write ${name}, or a parent domain of it that also covers the host that sets the cookies`;
  if (isCloudFront)
    step =
      "leave domain out if the distribution itself sets the cookies, or sign for its alternate domain name";
  else if (/^[\w-]+$|^\[/.test(name))
    step = `leave domain out: only ${name} itself can set cookies for it, on any port`;
  refuse(
    "domain",
    `does not cover the host of the resource, ${host}, so browsers never send the cookies there; ${step}`,
  );
}

function refuse(option: keyof SetCookieAttributes, message: string): never {
  return fail("ERR_COOKIE_INVALID", option, message);
}

/** `cloudfront.net` is on the Public Suffix List; a host of it can set cookies for itself alone. */
function checkDomain(domain: unknown): void {
  if (typeof domain === "string" && /(?:^|\.)cloudfront\.net\.?$/i.test(domain))
    refuse(
      "domain",
      "browsers refuse cookies for cloudfront.net, and for a host of it that another host sets; leave domain out if the distribution itself sets the cookies, or give it an alternate domain name and write that name or its parent",
    );
  if (typeof domain !== "string" || !/^[\w.-]*\w$/.test(domain) || /^(?:undefined|null|nan)$/i.test(domain))
    refuse(
      "domain",
      "is not a domain name that cookies can have; write the distribution's alternate domain name, such as cdn.example.com, or its parent, in ASCII with nothing around it; or leave domain out to use the responding host",
    );
}

function checkPath(path: unknown): void {
  if (typeof path !== "string")
    refuse("path", `expected a prefix such as /images; received ${describeType(path)}`);
  if (!path.startsWith("/"))
    refuse(
      "path",
      "does not start with /, so browsers use the folder of the answering URL instead; write a prefix such as /images",
    );
  const foreign = /[^!-)+-:<-~]/u.exec(path);
  if (foreign)
    refuse(
      "path",
      `has ${characterName(foreign[0])} at position ${foreign.index}, which no cookie path can have; write a prefix such as /images without wildcards, or percent-encode it`,
    );
}

function checkMaxAge(maxAge: unknown): void {
  // JavaScript writes numbers from 1e21 on with an exponent, which Max-Age cannot have.
  if (typeof maxAge !== "number" || !Number.isInteger(maxAge) || maxAge < 0 || maxAge >= 1e21)
    refuse(
      "maxAge",
      `expected whole seconds, 0 or more; received ${describeNumber(maxAge)}, which browsers ignore`,
    );
}

function checkSameSite(value: unknown): void {
  if (["Strict", "Lax", "None"].includes(value as string)) return;
  const received = typeof value === "string" ? "another text" : describeType(value);
  refuse(
    "sameSite",
    `expected "Strict", "Lax" or "None", with a capital letter; received ${received}, so browsers assume Lax`,
  );
}
