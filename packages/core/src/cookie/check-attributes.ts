import { fail } from "../errors.ts";
import { characterName } from "../options/character-name.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import type { SetCookieAttributes } from "./cookie-attributes.ts";
import { isCloudFrontSuffix, isDistributionHost } from "./public-suffix.ts";

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

function checkDomain(domain: unknown): string {
  if (typeof domain !== "string")
    return refuse(
      "domain",
      `expected ${example}; received ${describeType(domain)}; leave it out to use the answering host`,
    );
  if (domain === "")
    refuse("domain", `is empty; write ${example}, or leave it out to use the answering host`);
  if (/^(?:undefined|null|nan)$/i.test(domain))
    refuse(
      "domain",
      `is the word "${domain}": a variable was not set; write ${example}, or leave it out to use the answering host`,
    );
  if (/^https?:\/\//i.test(domain)) refuse("domain", `is a URL; write the host name alone: ${example}`);
  const name = domain.replace(/^\./, "").replace(/\.$/, "").toLowerCase();
  if (isCloudFrontSuffix(name))
    refuse(
      "domain",
      "browsers refuse cookies for cloudfront.net, which is on the Public Suffix List; leave domain out if the distribution itself sets the cookies, or give it an alternate domain name and write that name or its parent",
    );
  if (isDistributionHost(name))
    refuse(
      "domain",
      "browsers accept cookies for a host of cloudfront.net only from this host itself; leave domain out if the distribution itself sets the cookies, or give it an alternate domain name and write that name or its parent",
    );
  if (domain.startsWith("*"))
    refuse(
      "domain",
      "has a *, but cookies have no wildcards; write example.com, which covers its subdomains",
    );
  if (/^[\w.-]+:\d*$/.test(domain)) refuse("domain", "has a port, but cookies have none; leave the port out");
  const position = domain.search(/[^\w.-]/);
  if (position >= 0) refuse("domain", `${foreignCharacter(domain, position)}; write ${example} in ASCII`);
  if (!/\w$/.test(domain))
    refuse(
      "domain",
      "does not end with a letter or digit, so browsers drop the cookie; remove what follows the name",
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
