import { fail } from "../errors.ts";
import { characterName } from "../options/printable.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";

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

/** Each attribute with its value, the defaults filled in. */
export interface CheckedAttributes {
  readonly domain: string | undefined;
  readonly path: string;
  readonly maxAge: number | undefined;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: "Strict" | "Lax" | "None";
  readonly partitioned: boolean;
}

const attributeNames = [
  "domain",
  "path",
  "maxAge",
  "secure",
  "httpOnly",
  "sameSite",
  "partitioned",
] as const satisfies readonly (keyof SetCookieAttributes)[];

/** Copies the attributes. Throws for an unknown name. */
export function readAttributes(given: SetCookieAttributes): SetCookieAttributes {
  return readOptions("attributes", given, attributeNames);
}

/** Throws for attributes with which a browser drops the cookies, or never sends them to CloudFront. */
export function checkAttributes(given: SetCookieAttributes): CheckedAttributes {
  const { domain, path, maxAge, secure, httpOnly, sameSite, partitioned } = readAttributes(given);
  const checked: CheckedAttributes = {
    domain: domain === undefined ? undefined : checkDomain(domain),
    path: path === undefined ? "/" : checkPath(path),
    maxAge: maxAge === undefined ? undefined : checkMaxAge(maxAge),
    secure: secure === undefined ? true : checkFlag("secure", secure),
    httpOnly: httpOnly === undefined ? true : checkFlag("httpOnly", httpOnly),
    sameSite: sameSite === undefined ? "Lax" : checkSameSite(sameSite),
    partitioned: partitioned === undefined ? false : checkFlag("partitioned", partitioned),
  };
  if (!checked.secure && checked.sameSite === "None")
    refuse("secure", 'is false with sameSite "None", so browsers drop the cookie; leave secure out');
  if (!checked.secure && checked.partitioned)
    refuse("secure", "is false with partitioned, so browsers drop the cookie; leave secure out");
  return checked;
}

function refuse(option: keyof SetCookieAttributes, message: string): never {
  return fail("ERR_COOKIE_INVALID", option, message);
}

const example = "the distribution's alternate domain name, such as cdn.example.com, or its parent";

/** `cloudfront.net` is on the Public Suffix List; a host of it can set cookies for itself alone. */
function checkDomain(domain: unknown): string {
  if (typeof domain !== "string")
    return refuse(
      "domain",
      `expected ${example}; received ${describeType(domain)}; leave it out to use the answering host`,
    );
  if (/(?:^|\.)cloudfront\.net\.?$/i.test(domain))
    refuse(
      "domain",
      "browsers refuse cookies for cloudfront.net, and for a host of it that another host sets; leave domain out if the distribution itself sets the cookies, or give it an alternate domain name and write that name or its parent",
    );
  if (!/^[\w.-]*\w$/.test(domain) || /^(?:undefined|null|nan)$/i.test(domain))
    refuse(
      "domain",
      `is not a domain name that cookies can have; write ${example}, in ASCII and without anything around it, or leave it out to use the answering host`,
    );
  return domain;
}

function checkPath(path: unknown): string {
  if (typeof path !== "string")
    return refuse("path", `expected a prefix such as /images; received ${describeType(path)}`);
  if (!path.startsWith("/"))
    refuse(
      "path",
      "does not start with /, so browsers use the folder of the answering URL instead; write a prefix such as /images",
    );
  const wildcard = path.indexOf("*");
  if (wildcard >= 0)
    refuse(
      "path",
      `has a * at position ${wildcard}, but cookie paths have no wildcards; write a prefix such as /images`,
    );
  const position = path.search(/[^!-:<-~]/);
  if (position >= 0) refuse("path", `${foreignCharacter(path, position)}; percent-encode it`);
  return path;
}

function foreignCharacter(text: string, position: number): string {
  const character = String.fromCodePoint(text.codePointAt(position) as number);
  return `has ${characterName(character)} at position ${position}, so browsers drop the cookie or read another attribute`;
}

/** JavaScript writes numbers from here on with an exponent, which Max-Age cannot have. */
const exponentFrom = 1e21;

function checkMaxAge(maxAge: unknown): number {
  if (typeof maxAge !== "number")
    return refuse("maxAge", `expected a number of seconds; received ${describeType(maxAge)}`);
  if (!Number.isInteger(maxAge) || maxAge < 0 || maxAge >= exponentFrom)
    refuse("maxAge", `expected whole seconds, 0 or more; received ${maxAge}, which browsers ignore`);
  return maxAge;
}

function checkFlag(option: "secure" | "httpOnly" | "partitioned", value: unknown): boolean {
  return typeof value === "boolean"
    ? value
    : refuse(option, `expected true or false; received ${describeType(value)}`);
}

const sameSiteValues = ["Strict", "Lax", "None"] as const;

function checkSameSite(value: unknown): "Strict" | "Lax" | "None" {
  const known = sameSiteValues.find((name) => name === value);
  if (known !== undefined) return known;
  const text = typeof value === "string" ? value.toLowerCase() : undefined;
  const meant = sameSiteValues.find((name) => name.toLowerCase() === text);
  return refuse(
    "sameSite",
    meant === undefined
      ? `expected "Strict", "Lax" or "None"; received ${text === undefined ? describeType(value) : "another text"}, so browsers assume Lax`
      : `has other capitals; write "${meant}"`,
  );
}
