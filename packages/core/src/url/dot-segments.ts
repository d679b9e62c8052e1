// A . is also %2e, a / also \, %2f or %5c, and each % of these may be escaped again, as %25, any number of times.
const dotSegment = /(?:^|[/\\]|%(?:25)*(?:2f|5c))(?:\.|%(?:25)*2e){1,2}(?:[/\\]|%(?:25)*(?:2f|5c)|$)/i;

/**
 * Whether a path has a `.` or `..` segment in any reading: plain, percent-encoded once or many times, or between backslashes.
 *
 * Clients, proxies and origins resolve these differently, or not at all, so that one text names several files. The path must have no
 * query behind it.
 */
export function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}
