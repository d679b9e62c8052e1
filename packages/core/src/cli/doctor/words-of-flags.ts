import type { SourceDocument } from "./read-documents.ts";

/**
 * A text of the library in the words of the command: files in the place of documents, flags in the place of
 * options.
 */
export function inWordsOfFlags(text: string, documents: readonly SourceDocument[], numUrls: number): string {
  // The names of files come last: an option's name in one of them stays.
  return text
    .replace(/\burls\[(\d+)\]/g, (_, index) =>
      numUrls === 1 ? "--url" : `URL ${Number(index) + 1} of ${numUrls}`,
    )
    .replace("Pass urls to compare", "Give some with --url to compare")
    .replace(/\bkeyPairId\b/g, "--key-pair-id")
    .replace(/\bipAddress\b/g, "--ip-address")
    .replace(
      /(?:documents: )?(?:the document at index (\d+)|documents\[(\d+)\])/g,
      (words, index, other) => documents[Number(index ?? other)]?.source ?? words,
    );
}
