/** The text with its escapes decoded as UTF-8; unchanged if one of them is not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
