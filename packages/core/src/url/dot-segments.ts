// A . is also %2e, and a / also \, %2f or %5c.
const dotSegment = /(?:^|[/\\]|%(?:2f|5c))(?:\.|%2e){1,2}(?:[/\\]|%(?:2f|5c)|$)/i;

/**
 * Whether a path has a `.` or `..` segment, plain or percent-encoded, or between backslashes: clients, proxies and origins resolve these
 * in different ways, or not at all, so that one text names several files. The path must have no query behind it.
 */
function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}

/** Throws for a path with a dot segment. */
export function checkSegments(path: string, refuse: (message: string) => never): void {
  if (hasDotSegment(path)) refuse("its path has a . or .. segment, which clients resolve in different ways; resolve it first");
}

/** The same in any reading, however many times it is decoded: what a wildcard must not cover. Each % may be escaped again, as %25. */
export function hasDotSegmentInAnyReading(path: string): boolean {
  return hasDotSegment(path.replace(/%(?:25)+/g, "%"));
}
