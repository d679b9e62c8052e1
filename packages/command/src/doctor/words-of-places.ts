import type { SourceDocument } from "./read-documents.ts";

/** What a message says for an entry of the options `documents`, `urls` and `uploadUrls`, by its name in the library. */
export function wordsOfPlaces(
  documents: readonly SourceDocument[],
  counts: { readonly url: number; readonly "upload-url": number },
): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(documents.map(({ source }, i) => [`documents[${i}]`, source])),
    ...wordsOfUrls("urls", "--url", "URL", counts.url),
    ...wordsOfUrls("uploadUrls", "--upload-url", "upload URL", counts["upload-url"]),
  };
}

function wordsOfUrls(option: string, flag: string, word: string, count: number): Record<string, string> {
  const words: Record<string, string> = { [option]: flag };
  for (let i = 0; i < count; i++)
    words[`${option}[${i}]`] = count === 1 ? flag : `${word} ${i + 1} of ${count}`;
  return words;
}
