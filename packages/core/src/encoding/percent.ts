/** Text with its escapes decoded as UTF-8, or as it is when they are none. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
