/** Text from HTML source, in which an & is written as an entity. */
export function withoutAmpersandEntities(text: string): string {
  return text.replace(/&(?:amp|#38|#x26);/gi, "&");
}
