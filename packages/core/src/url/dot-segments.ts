// A . is also %2e, and a / also \, %2f or %5c.
const dotSegment = /(?:^|[/\\]|%(?:2f|5c))(?:\.|%2e){1,2}(?:[/\\]|%(?:2f|5c)|$)/i;

/**
 * Whether a path has a `.` or `..` segment, plain or percent-encoded, or between backslashes: clients,
 * proxies and origins resolve these in different ways, or not at all, so that one text names several files.
 * The path must have no query behind it.
 */
export function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}

/** The same however many times the path is decoded: what a wildcard must not cover. */
export function hasDotSegmentInAnyReading(path: string): boolean {
  return hasDotSegment(path.includes("%") ? fullyDecoded(path) : path);
}

/**
 * A path with its escapes decoded until none is left: `%252e` ends as a dot, and so does `%%32%65`. In one
 * pass, since what an escape leaves can only complete another one that starts before it.
 */
function fullyDecoded(path: string): string {
  const decoded: string[] = [];
  for (const character of path) {
    decoded.push(character);
    for (let at = decoded.length - 3; decoded[at] === "%"; at = decoded.length - 3) {
      const digits = decoded.slice(at + 1).join("");
      if (!/^[\da-f]{2}$/i.test(digits)) break;
      decoded.splice(at, 3, String.fromCharCode(Number.parseInt(digits, 16)));
    }
  }
  return decoded.join("");
}
