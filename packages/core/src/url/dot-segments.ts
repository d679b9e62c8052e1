// A . is also %2e, and a / also \, %2f or %5c.
const dotSegment = /(?:^|[/\\]|%(?:2f|5c))(?:\.|%2e){1,2}(?:[/\\]|%(?:2f|5c)|$)/i;

/**
 * Whether a path, without its query, has a `.` or `..` segment: plain, percent-encoded, or between backslashes.
 * Clients, proxies and origins resolve these in different ways, so that one text names several files.
 */
export function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}

/**
 * {@link hasDotSegment} however many times the path is decoded, and for servers that leave out the parameters of a
 * segment: what a wildcard must not cover.
 */
export function hasDotSegmentInAnyReading(path: string): boolean {
  const decoded = path.includes("%") ? withoutObsoleteEscapes(fullyDecoded(path)) : path;
  return hasDotSegment(withoutParameters(decoded.replaceAll("\\", "/")));
}

/** A path as Tomcat and Jetty read it: a segment ends at its first `;` (RFC 3986, section 3.3). */
export function withoutParameters(path: string): string {
  return path.replace(/;[^/]*/g, "");
}

/**
 * Whether a path has an escape that only some servers decode: `%u002e` (http.sys), or UTF-8 in more bytes than it
 * needs, up to six (RFC 2279), such as `%c0%ae` for a dot (RFC 3629, section 10). No client makes one.
 */
export function hasObsoleteEscape(path: string): boolean {
  return /%(?:u[\da-f]{4}|c[01]%[89ab][\da-f]|e0%[89][\da-f]|f0%8[\da-f]|f8%8[0-7]|fc%8[0-3])/i.test(path);
}

/** Decodes such escapes of ASCII in a path whose other escapes are decoded to a character for each byte. */
function withoutObsoleteEscapes(path: string): string {
  return path
    .replace(/%u00([0-7][\da-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(
      /(?:[\u00c0\u00c1]|(?:\u00e0|\u00f0\u0080|\u00f8\u0080{2}|\u00fc\u0080{3})[\u0080\u0081])[\u0080-\u00bf]/g,
      (bytes) => {
        const [high, low] = [bytes.charCodeAt(bytes.length - 2), bytes.charCodeAt(bytes.length - 1)];
        return String.fromCharCode(((high & 1) << 6) | (low & 63));
      },
    );
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
