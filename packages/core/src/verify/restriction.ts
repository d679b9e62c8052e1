import { fail } from "../errors.ts";
import { kindOf, readOptions } from "../options.ts";
import { resourceCovers } from "../url/resource-match.ts";

/** A cache behavior, as far as it matters here. */
export interface CacheBehavior {
  /** CloudFront's path pattern: `*` is any number of characters, `?` is one, capital and small letters differ, `/` in front is implied. */
  readonly pathPattern: string;
  /** Whether viewer access is restricted there. */
  readonly restricted: boolean;
}

/** Path patterns in the order of the distribution's cache behaviors. The first that matches counts; text alone is one that is restricted. */
export type RestrictedPaths = readonly (string | CacheBehavior)[];

/**
 * Whether a URL is in a restricted cache behavior. Everything is where nothing is said.
 *
 * CloudFront normalizes a path before it compares it, and does not say how far. So a URL is open only if it is open in both readings: with
 * the unreserved characters decoded (RFC 3986, section 6.2.2), and with all of ASCII. Dot segments and double slashes are gone in either.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function readRestriction(paths: RestrictedPaths | undefined): (url: string) => boolean {
  if (paths === undefined) return () => true;
  if (!Array.isArray(paths)) fail("ERR_OPTION_INVALID", "restrict", `expected a list of path patterns; received ${kindOf(paths)}`);
  const behaviors = paths.map(readBehavior);
  if (!behaviors.some(({ restricted }) => restricted))
    fail("ERR_OPTION_INVALID", "restrict", "restricts nothing; name a path, or leave it out to restrict all");
  const restricted = (path: string): boolean | undefined =>
    behaviors.find(({ pathPattern }) => resourceCovers(`https://h${pathPattern}`, `https://h${normalPath(path)}`))?.restricted;
  return (url) => {
    const [, path = ""] = /^\w+:\/\/[^/?]*([^?]*)/.exec(url) ?? [];
    return (
      restricted(path.replace(/%[2-7][\da-f]/gi, unreserved)) ||
      restricted(path.replace(/%[0-7][\da-f]/gi, ascii).replace(/\\/g, "/")) ||
      false
    );
  };
}

function readBehavior(given: string | CacheBehavior): CacheBehavior {
  const behavior = typeof given === "string" ? { pathPattern: given, restricted: true } : given;
  const { pathPattern: pattern, restricted } = readOptions("restrict", behavior, ["pathPattern", "restricted"]);
  const pathPattern = `${pattern}`.replace(/^\/?/, "/");
  const isNormal = normalPath(pathPattern) === pathPattern;
  // The characters that CloudFront takes. What is no normal path could never match, and would leave open what is to be restricted.
  if (!(typeof pattern === "string" && /^[\w.*$/~"'@:+&?-]{1,255}$/.test(pattern) && isNormal && typeof restricted === "boolean"))
    fail("ERR_OPTION_INVALID", "restrict", "expected path patterns such as /private/*, without domain, query, escapes, // and ..");
  return { pathPattern, restricted };
}

/** Without dot segments and double slashes. */
function normalPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}${kept.length > 0 && /\/\.{0,2}$/.test(path) ? "/" : ""}`;
}

function unreserved(escaped: string): string {
  const character = decodeURIComponent(escaped);
  return /[\w.~-]/.test(character) ? character : escaped;
}

function ascii(escaped: string): string {
  // A ? that was escaped starts no query.
  return decodeURIComponent(escaped).replace("?", "_");
}
