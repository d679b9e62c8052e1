/** A text for a table: control characters, line breaks and halves of surrogate pairs as escapes. */
export function printable(text: string): string {
  return text.replace(/[^ -~\u00a1-\ud7ff]/g, (character) => JSON.stringify(character).slice(1, -1));
}
