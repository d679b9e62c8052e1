/** A character as a message names it: by its name, in quotes, or by its code point if it cannot be seen. */
export function characterName(character: string): string {
  switch (character) {
    case "\0":
      return "a NUL";
    case "\t":
      return "a tab";
    case "\n":
      return "a newline";
    case "\r":
      return "a carriage return";
    case " ":
      return "a space";
    case '"':
      return "a double quote";
    default:
      return `the character ${/^[!-~]$/.test(character) ? `"${character}"` : codePoint(character)}`;
  }
}

/** `U+0009`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
