/** Another address behind the first, as a list in one text has it. */
const another = /^[^?#]*(?:[\s,;|]["']?|\?[^#]*\s["']?)(?:https?|http\*|\*):\/\//i;

/** Whether a text has several addresses. A URL in the query of another is a part of it, and so is one behind a `/`. */
export function hasSeveralUrls(text: string): boolean {
  return another.test(text);
}
