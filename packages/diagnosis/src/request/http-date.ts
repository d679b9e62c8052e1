/** A date as in a `Date` header (RFC 9110, section 5.6.7); `undefined` for any other text, and before 1970. */
export function readHttpDate(text: string): Date | undefined {
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text.trim())) return undefined;
  const date = new Date(text.trim());
  return date.getTime() >= 0 ? date : undefined;
}
