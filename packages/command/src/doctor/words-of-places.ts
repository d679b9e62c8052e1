import type { SourceDocument } from "./read-documents.ts";

/** What a message says for an entry of the options `documents` and `urls`, by its name in the library. */
export function wordsOfPlaces(
  documents: readonly SourceDocument[],
  numUrls: number,
): Readonly<Record<string, string>> {
  const words: Record<string, string> = { urls: "--url" };
  for (const [i, { source }] of documents.entries()) words[`documents[${i}]`] = source;
  for (let i = 0; i < numUrls; i++)
    words[`urls[${i}]`] = numUrls === 1 ? "--url" : `URL ${i + 1} of ${numUrls}`;
  return words;
}
