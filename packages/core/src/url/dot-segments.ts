// A . is also %2e, and a / also \, %2f or %5c.
const dotSegment = /(?:^|[/\\]|%(?:2f|5c))(?:\.|%2e){1,2}(?:[/\\]|%(?:2f|5c)|$)/i;

// Each % of these may be escaped again, as %25, any number of times.
const deepDotSegment = /(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){1,2}(?:[/\\]|%(?:25)*(?:2f|5c)|$)/i;

/**
 * Whether a path has a `.` or `..` segment, plain or percent-encoded, or between backslashes: clients, proxies and origins resolve these
 * in different ways, or not at all, so that one text names several files. The path must have no query behind it.
 */
export function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}

/** The same in any reading, however many times it is decoded: what a wildcard must not cover. */
export function hasDotSegmentInAnyReading(path: string): boolean {
  return deepDotSegment.test(path);
}
