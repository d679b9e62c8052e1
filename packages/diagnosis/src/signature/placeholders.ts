/** How templates write a placeholder. */
const syntaxes: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `{{${name}}}`,
  (name) => `{${name}}`,
  (name) => `\${${name}}`,
  (name) => `<${name}>`,
  (name) => `{{ ${name} }}`,
  (name) => `$${name}`,
  (name) => `%${name}%`,
  (name) => `%(${name})s`,
  (name) => `:${name}`,
  (name) => `[${name}]`,
  (name) => `__${name}__`,
  (name) => `#{${name}}`,
];

const resourceNames: readonly string[] = ["RESOURCE", "URL", "url", "resource", "uri", "path"];

const expiryNames =
  "EXPIRES expires dateLessThan EXPIRY expiry EXPIRATION expiration EPOCH epoch timestamp time";

/** A resource and an expiry time that were not filled in; `undefined` for one that was. */
export type Placeholders = readonly [resource: string | undefined, expires: string | undefined];

/** The examples in AWS's documentation, and formats of several languages. */
const fixedPlaceholders: readonly Placeholders[] = [
  ["%s", "%s"],
  ["%s", "%d"],
  ["{0}", "{1}"],
  ["%1$s", "%2$s"],
  ["$1", "$2"],
  ["?", "?"],
  ["undefined", undefined],
  ["null", undefined],
  ["", undefined],
  ["[object Object]", undefined],
  [undefined, "undefined"],
  [undefined, "null"],
  [undefined, "NaN"],
  ["base URL or stream name", "ending date and time in Unix time format and UTC"],
  ["URL or stream name", "ending date and time in Unix time format and UTC"],
  ["http://d111111abcdef8.cloudfront.net/horizon.jpg?size=large&license=yes", "1258237200"],
  ["http://d111111abcdef8.cloudfront.net/horizon.jpg?size=large&license=yes", "1357034400"],
  ["https://d111111abcdef8.cloudfront.net/horizon.jpg?size=large&license=yes", "1357034400"],
  ["https://d111111abcdef8.cloudfront.net/image.jpg", "1767290400"],
  ["https://d111111abcdef8.cloudfront.net/image.jpg?size=large", "1767290400"],
];

/** Policies that were signed before their placeholders were filled, most frequent first. */
export function* placeholderVariants(): Iterable<Placeholders> {
  yield* fixedPlaceholders;
  for (const [resource, expires] of fixedPlaceholders) {
    if (resource !== undefined) yield [resource, undefined];
    if (expires !== undefined) yield [undefined, expires];
  }
  for (const write of syntaxes) {
    for (const name of resourceNames) yield [write(name), undefined];
    for (const name of expiryNames.split(" ")) yield [undefined, write(name)];
  }
}

/** The same for the resource and the expiry time at once, in one syntax. */
export function* placeholderPairs(): Iterable<Placeholders> {
  for (const write of syntaxes)
    for (const resource of resourceNames)
      for (const expires of expiryNames.split(" ")) yield [write(resource), write(expires)];
}

/**
 * The first placeholder in a policy that is sent. Each of these characters would have to be percent-encoded
 * in a URL.
 */
export function placeholderIn(policy: string): string | undefined {
  const [braces] =
    /\{\{[^{}"]{0,60}\}\}|[$#]\{[^{}"]{0,60}\}|%\(\w{1,60}\)s|%!\w\([A-Z]{1,20}\)|"Resource"\s*:\s*"(?:%s|\{\w{0,60}\})"|(?<="Resource"\s{0,9}:\s{0,9}"[^"{]{1,200})\{[\w+]{1,60}\}|<[A-Za-z][\w -]{0,60}>|\b(?:YOUR|MY|INSERT|REPLACE|ENTER)_[A-Z_]{2,40}\b/.exec(
      policy,
    ) ?? [];
  if (braces !== undefined) return braces;
  const [, word] =
    /"Resource"\s*:\s*"(RESOURCE|URL|base URL or stream name|undefined|null)"/.exec(policy) ?? [];
  return word;
}
