/**
 * The texts of JSON documents that stand one after the other, as several commands print them into one file. A
 * text that is not JSON comes back as it is.
 */
export function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    // So that a brace in a string does not count.
    if (character === '"') i = endOfString(text, i);
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth !== 0) continue;
      documents.push(text.slice(start, i + 1));
      start = i + 1;
    }
  }
  const rest = text.slice(start);
  return rest.trim() === "" ? documents : [...documents, rest];
}

/** The position of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
