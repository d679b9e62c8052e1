import { fail, memberOf, percentDecoded, typeTag } from "cloudfront-sign-webcrypto/internals";

/**
 * Throws when a text with a wildcard that a viewer may have chosen stands in the resource: it opens the folders of
 * others. A viewer chooses the parts of the request's URL, and what the arguments of the handler hold, such as the
 * parameters of a route or a parsed body. An argument that is a whole URL is a pattern of your own.
 */
export function refuseGivenWildcards(resource: unknown, url: string, context: readonly unknown[]): void {
  if (typeof resource !== "string" || !/[*?]/.test(resource)) return;
  const isGiven = (text: string): boolean => /[*?]/.test(text) && resource.includes(text);
  const isWhole = (text: string): boolean => /^https?:\/\/[^/]+\//.test(text) && resource.startsWith(text);
  // The one ? of a whole URL starts its query.
  for (const text of partsOfUrl(url))
    if (isGiven(text) && !(isWhole(text) && /^[^*?]*\?[^*?]*$/.test(text))) refuse("the URL of the request");
  for (const text of textsIn(context))
    if (isGiven(text) && !isWhole(text)) refuse("an argument of the handler");
}

function refuse(source: string): never {
  return fail(
    "ERR_RESOURCE_INVALID",
    "resource",
    `has the wildcard (* or ?) of ${source}, which a viewer may have chosen; check it against what this viewer may see`,
  );
}

/** The segments and parameters of the path, and the names and values of the query, as they are and decoded. */
function* partsOfUrl(url: string): Iterable<string> {
  const [, path = "", query = ""] = /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  for (const part of [...path.split(/[/;,=]/), ...query.replaceAll("+", " ").split(/[&;=]/)]) {
    yield part;
    yield percentDecoded(part);
  }
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

const collections = ["Array", "Map", "Set", "URLSearchParams", "FormData"];

/** What a collection or a plain object holds; of a framework's request, what the viewer sent. */
function membersOf(value: object): Iterable<unknown> {
  if (collections.includes(typeTag(value))) return value as Iterable<unknown>;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || parent === Object.prototype
    ? Object.values(value)
    : ["params", "query", "body"].map((name) => memberOf(value, name));
}
