/**
 * Two readings of the base64 in a text: all its characters, for base64 with gaps of any kind; and the longest word of
 * each line, for lines with something in front, such as a number, the time in a log or the + of a patch.
 */
export function base64Views(text: string): readonly string[] {
  const all = text.replace(/(?<![\w+/-])[+/_-](?![\w+/-])|[^\w+/-]+/g, "");
  const longest = text.split(/[\r\n]+/).map((line) => {
    const words = line.match(/[A-Za-z\d][\w+/-]*/g) ?? [];
    return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
  });
  return [...new Set([all, longest.join("")])];
}

/**
 * Where a text of base64 goes on no more: it ends, or is cut off, as samples in pages are. A page may have anything
 * behind it.
 */
export const endOfBase64 = /-----|\.{3}|\u2026|\xe2\x80\xa6/;

/** So many characters of base64 are looked at to tell it from words and from what stands for a key in a page. */
const sampleLength = 86;

/** Random base64 has about twice so many different capitals, digits and marks in {@link sampleLength} characters. */
const leastVariety = 12;

/** Whether base64 at a place of a view has no words and no filler. */
export function isRandomBase64(view: string, at: number, end = at + sampleLength): boolean {
  const sample = view.slice(at, Math.min(at + sampleLength, end));
  return new Set(sample.replace(/[a-z]/g, "")).size >= leastVariety;
}
