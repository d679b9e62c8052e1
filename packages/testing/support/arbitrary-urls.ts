import fc from "fast-check";

/**
 * URLs as people have them: nasty characters, stray and real escapes, dot segments, odd hosts, queries,
 * fragments.
 */

const hosts = [
  "d111111abcdef8.cloudfront.net",
  "CDN.Example.COM",
  "cdn.example.com:443",
  "cdn.example.com:80",
  "cdn.example.com:8443",
  "bücher.example",
  "日本.example",
  "xn--bcher-kva.example",
  "cdn.example.com.",
  "a_b.example.com",
  "192.0.2.1",
  "3221225985",
  "0x7f.1",
  "[2001:DB8::1]",
  "cdn.ex%61mple.com",
];

// No asterisk, which a canned policy refuses, and no character that is refused in any URL: those have tables
// of their own.
const plain = [..."abZ019-_.~!$&'()+,;=:@"];
const rewritten = [
  " ",
  '"',
  "<",
  ">",
  "^",
  "`",
  "{",
  "|",
  "}",
  "[",
  "]",
  "é",
  "ß",
  "日",
  "😀",
  "\u00a0",
  "\u0301",
  "\u2028",
  "\ufeff",
  "\ud7ff",
];
const escapes = [
  "%20",
  "%c3%A9",
  "%2f",
  "%2F",
  "%27",
  "%25",
  "%00",
  "%5C",
  "%e9",
  "%7e",
  "%2e",
  "%2E",
  "%3F",
  "%23",
];
const stray = ["%", "%2", "%zz", "%%", "%u0041"];

/** Pieces of text between two delimiters. */
const piece: fc.Arbitrary<string> = fc.constantFrom(...plain, ...rewritten, ...escapes, ...stray);
/** The same without a stray `%`, whose meaning depends on its neighbours. */
const simplePiece: fc.Arbitrary<string> = fc.constantFrom(...plain, ...rewritten, ...escapes);

const joined = (pieces: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(pieces, { maxLength }).map((all) => all.join(""));
const segment = fc.oneof(
  { weight: 4, arbitrary: joined(piece, 8) },
  { weight: 1, arbitrary: fc.constantFrom("", ".", "..", "%2e", ".%2E", "...", ".well-known") },
);
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(segment, { minLength: 1, maxLength: 4 }).map((all) => `/${all.join("/")}`),
  },
  { weight: 1, arbitrary: fc.constant("") },
);
const query = fc.option(
  joined(
    fc.oneof(
      { weight: 6, arbitrary: piece },
      { weight: 2, arbitrary: fc.constantFrom("&", "?", "/", "\\", "&&", "=") },
    ),
    10,
  ),
  { nil: undefined },
);
const fragment = fc.option(joined(fc.oneof(piece, fc.constantFrom("#", "?", "&", "/")), 5), {
  nil: undefined,
});

/** Never ends with a space, which is refused. */
export const url: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("https", "http", "HTTPS", "Http"), fc.constantFrom(...hosts), path, query, fragment)
  .map(
    ([scheme, host, tail, search, hash]) =>
      `${scheme}://${host}${tail}${search === undefined ? "" : `?${search}`}${hash === undefined ? "" : `#${hash}`}`,
  )
  .map((text) => text.replace(/ +$/, ""));

/** Path and query of simple pieces only, as lists, for an oracle that encodes piece by piece. */
export const simpleParts: fc.Arbitrary<{ path: string[]; query: string[] }> = fc.record({
  path: fc.array(
    fc.oneof({ weight: 8, arbitrary: simplePiece }, { weight: 1, arbitrary: fc.constant("/") }),
    { maxLength: 12 },
  ),
  query: fc.array(
    fc.oneof({ weight: 8, arbitrary: simplePiece }, { weight: 1, arbitrary: fc.constantFrom("/", "?", "&") }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
});
