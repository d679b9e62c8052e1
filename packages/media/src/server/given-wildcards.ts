import { fail, memberOf, percentDecoded } from "cloudfront-sign-webcrypto/internals";

/**
 * A check that throws when a wildcard that a viewer may have chosen stands in a resource: it opens the folders of
 * others. It is made before `authorize` runs, which may change the arguments. A viewer chooses the request's URL, and what the arguments of the handler hold, such as a parsed body. Your own are an
 * argument that is a whole URL, and the members of an object that are named like environment variables.
 *
 * What `authorize` does to a text on its way into the resource is not seen. So from the URL, where routes get their
 * parameters, no wildcard may come at all; from an argument none that stands in the resource beside the same characters.
 */
export function refusingGivenWildcards(
  url: string,
  context: readonly unknown[],
): (resource: unknown) => void {
  const texts = [...textsIn(context)];
  return (resource) => {
    if (typeof resource !== "string" || !/[*?]/.test(resource)) return;
    const inResource = oneForm(resource);
    for (const part of partsOfUrl(url))
      for (const wildcard of wildcardsIn(part))
        if (inResource.includes(wildcard)) refuse("the URL of the request");
    for (const text of texts) {
      const isWhole = /^https?:\/\/[^/]+\//.test(text) && resource.startsWith(text);
      // What stands there as it is was not decoded.
      const form = resource.includes(text) ? oneForm(text) : normal(text);
      if (!isWhole && tokensWithWildcards(form).some((token) => inResource.includes(token)))
        refuse("an argument of the handler");
    }
  };
}

function refuse(source: string): never {
  return fail(
    "ERR_RESOURCE_INVALID",
    "resource",
    `has the wildcard (* or ?) of ${source}, which a viewer may have chosen; check it against what this viewer may see`,
  );
}

/** A text as a program may write it on: decoded as often as it is encoded, in one form of its characters. */
function normal(text: string): string {
  let decoded = text;
  // Ten times: no program decodes more often. A % that begins no escape hides no wildcard.
  for (let round = 0; round < 10 && decoded.includes("%"); round++)
    decoded = percentDecoded(decoded).replace(/%2a/gi, "*").replace(/%3f/gi, "?").replaceAll("%25", "%");
  return oneForm(decoded);
}

/** Each character by itself: rows of combining marks, which a text puts in order, take quadratic time. */
const oneForm = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (character) => character.normalize("NFKC")).toLowerCase();

/** The wildcards of a text. One ? before a parameter is that of a URL. */
function wildcardsIn(text: string): string[] {
  const found = new Set(text.match(/[*?]/g));
  if (/^[^?]*\?[^?*=]+=[^?]*$/.test(text)) found.delete("?");
  return [...found];
}

/** The text if it has wildcards, and its parts that have wildcards beside other characters. */
function tokensWithWildcards(text: string): string[] {
  const wildcards = wildcardsIn(text);
  const hasSome = (part: string) => wildcards.some((wildcard) => part.includes(wildcard));
  return [text.trim(), ...text.split(/[\s!-)+,\-/:->@[-^`{-}]+/).filter((part) => /[^*?]/.test(part))].filter(
    hasSome,
  );
}

/** The path and the query, as programs read them. */
function partsOfUrl(url: string): string[] {
  const [, path = "", query = ""] = /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return [...path.split("/"), ...query.split(/[&;=]/)].map(normal);
}

/** The texts in values of any kind. */
function* textsIn(values: readonly unknown[]): Iterable<string> {
  const found = new Set(values);
  for (const value of found) {
    if (typeof value === "string") yield value;
    else if (typeof value === "object" && value !== null)
      for (const member of membersOf(value)) found.add(member);
  }
}

const ofViewers = ["params", "query", "body", "request", "req"];

/** What a collection or an object holds, and its names; of a framework's request, what the viewer sent. */
function membersOf(value: object): Iterable<unknown> {
  // An iterator has no entries: to read it would use it up. The URLSearchParams of old workers have no tag.
  if (Symbol.iterator in value && typeof memberOf(value, "entries") === "function")
    return value as Iterable<unknown>;
  const parent: unknown = Object.getPrototypeOf(value);
  const isPlain = parent === null || parent === Object.prototype;
  if (!isPlain && memberOf(value, "headers") !== undefined)
    return ofViewers.map((name) => memberOf(value, name));
  return Object.keys(value).flatMap((name) =>
    /^[A-Z][A-Z\d_]*$/.test(name) ? [] : [name, memberOf(value, name)],
  );
}
