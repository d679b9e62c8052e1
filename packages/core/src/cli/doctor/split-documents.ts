/**
 * The texts of JSON documents that stand one after the other, as several commands print them into one file. A
 * text that is no JSON comes back as it is.
 */
export function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let start = 0;
  let depth = 0;
  // Strings are passed over, so that a brace in one does not count.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (depth !== 0 || token.startsWith('"')) continue;
    documents.push(text.slice(start, index + 1));
    start = index + 1;
  }
  const rest = text.slice(start);
  return rest.trim() === "" ? documents : [...documents, rest];
}
