import fc from "fast-check";

/** Input that `@aws-sdk/cloudfront-signer` and `aws-cloudfront-sign` take. */

export const now = Date.parse("2026-01-17T00:00:00Z");
export const host = "d111111abcdef8.cloudfront.net";

const pieces = [
  ..."abcXYZ019-_.~!'()$&+,;=:@[]{}|^\"<>` \\",
  ..."é日#",
  "/",
  "//",
  "%20",
  "%2F",
  "%c3%a9",
  "%FF",
  "%",
  "%25",
  "%7e",
  "%41",
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((found) => found.join(""));
const query = fc.array(fc.constantFrom(...pieces, "&", "=", "?", "*"), { maxLength: 12 });
const oddUrl = fc
  .record({
    scheme: fc.constantFrom("https", "https", "http", "rtmp", "wss"),
    host: fc.constantFrom(
      host,
      host,
      host.toUpperCase(),
      "cdn.example.com:8443",
      "cdn.example.com:443",
      `user@${host}`,
    ),
    path: fc.option(text(12), { freq: 9 }),
    query: fc.option(
      query.map((found) => found.join("")),
      { freq: 2 },
    ),
  })
  .map(
    ({ scheme, host, path, query }) =>
      `${scheme}://${host}${path === null ? "" : `/${path}`}${query === null ? "" : `?${query}`}`,
  )
  // A segment of dots is refused in every reading of a path, %5C and %2F as separators too.
  .filter((url) => !/(?:\/|\\|%2f)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i.test(url));
export const word = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,8}$/).filter((name) => !/^\.+$/.test(name));
const plainUrl = fc
  .tuple(word, word, fc.option(word), fc.constantFrom("%20", "%C3%A9", "!", "'", "("))
  .map(
    ([folder, file, size, mark]) => `https://${host}/${folder}/${mark}${file}${size ? `?size=${size}` : ""}`,
  );
export const arbitraryUrl = fc.oneof({ weight: 2, arbitrary: oddUrl }, { weight: 1, arbitrary: plainUrl });
/** Milliseconds, more than a day from now: as text without a zone it is in the future everywhere. */
export const date = fc.integer({ min: now + 100_000_000, max: 2_100_000_000_000 });
export const someDate = fc.oneof(
  date,
  date.map((time) => new Date(time)),
);
export const address = fc.constantFrom("192.0.2.0/24", "203.0.113.7/32", "0.0.0.0/0");
