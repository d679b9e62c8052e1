import fc from "fast-check";

/**
 * URLs full of what HTTP clients treat differently: escapes in upper and lower case, escaped characters that
 * need no escape, reserved and non-ASCII characters, empty parts. No dot segments: the signer refuses them.
 */

const literal = [..."abZ019-_.~!$&'()+,;=:@"];
const foreign = [...' "<>^`{|}[]éß日😀', "\u00a0", "\u0301", "\u2028", "\ufeff"];
const reservedEscapes = [
  "%20",
  "%22",
  "%25",
  "%26",
  "%27",
  "%2B",
  "%2F",
  "%3B",
  "%3D",
  "%3F",
  "%40",
  "%23",
  "%5B",
  "%7C",
  "%00",
];
const letterEscapes = ["%41", "%7a", "%7A", "%30", "%2d", "%2E", "%5f", "%7e", "%7E"];
const utf8Escapes = ["%C3%A9", "%c3%A9", "%e6%97%a5", "%F0%9F%98%80", "%e9", "%ff"];
const stray = ["%", "%2", "%zz", "%%", "%u0041", "%25%32%46", "%252e"];

const inBothCases = (escapes: readonly string[]): string[] =>
  escapes.flatMap((one) => [one, one.toLowerCase()]);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...literal) },
  { weight: 2, arbitrary: fc.constantFrom(...foreign) },
  { weight: 2, arbitrary: fc.constantFrom(...inBothCases(reservedEscapes)) },
  { weight: 2, arbitrary: fc.constantFrom(...letterEscapes, ...utf8Escapes) },
  { weight: 1, arbitrary: fc.constantFrom(...stray) },
);
const joined = (pieces: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(pieces, { maxLength }).map((all) => all.join(""));

/** Puts a letter before and after anything that some reader takes for a dot segment. */
const notDots = (text: string): string => text.replace(/(?:\.|%(?:25)*2e){1,2}(?=\/|%(?:25)*2f|$)/gi, "$&d");
const path = fc
  .array(joined(piece, 8), { minLength: 1, maxLength: 4 })
  .map((segments) => notDots(segments.join("/")));
const delimiter = fc.constantFrom("&", "&&", "=", "==", "?", "/", "//", "&a=", "=&", "&=");
const query = fc.option(
  joined(fc.oneof({ weight: 5, arbitrary: piece }, { weight: 2, arbitrary: delimiter }), 12),
  { nil: undefined },
);
const fragment = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("#t=10,20", "#/a/b", "#top") },
);
const host = fc.constantFrom(
  "http://127.0.0.1",
  "http://localhost",
  "HTTP://LocalHost",
  "http://127.1",
  "http://2130706433",
);

/** The part before the number: mostly a path, sometimes an empty segment or no path. */
const start = fc.oneof(
  { weight: 18, arbitrary: fc.constant("/") },
  { weight: 1, arbitrary: fc.constantFrom("//", "///", "?", "/?") },
);

/**
 * @param port the port of the recorder
 * @returns URLs whose path or query starts with their number, in five digits
 */
export function generatedUrls(count: number, seed: number, port: number): string[] {
  const parts = fc.sample(fc.tuple(host, start, path, query, fragment), { seed, numRuns: count });
  return parts.map(([origin, before, tail, search, hash], index) => {
    const after = `${tail}${search === undefined ? "" : `?${search}`}${hash}`;
    const text = `${origin}:${port}${before}${numbered(index)}/${after}`;
    // The signer refuses a space at the end.
    return text.replace(/ +$/, "");
  });
}

/** The number of a URL as its path has it. */
function numbered(index: number): string {
  return String(index).padStart(5, "0");
}
