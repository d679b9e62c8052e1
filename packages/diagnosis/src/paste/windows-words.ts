import { type Command, lineBreakLength, WordCollector } from "./command-word.ts";

/**
 * The words of one command as cmd.exe and then the C runtime of Windows read them: outside of quotes, ^ escapes
 * the next character for cmd.exe; an escaped quote still starts an argument's quotes for the C runtime.
 *
 * Source: Microsoft, "Parsing C command-line arguments"; `cmd /?`.
 */
export function readWindowsWords(text: string): Command {
  const collector = new WordCollector();
  /** Within quotes for cmd.exe, which does not see escaped ones. */
  let isLiteral = false;
  /** Within quotes for the C runtime. */
  let isQuoted = false;
  let backslashes = 0;
  let at = 0;
  for (; at < text.length; at++) {
    let char = text[at] as string;
    const isEscape = char === "^" && !isLiteral;
    if (isEscape) {
      const lineBreak = lineBreakLength(text, at + 1);
      if (lineBreak > 0) {
        at += lineBreak;
        continue;
      }
      char = text.charAt(++at);
    } else if (char === '"') isLiteral = !isLiteral;
    else if (!isLiteral && lineBreakLength(text, at) > 0) break;

    if (char === "\\") {
      backslashes++;
      continue;
    }
    if (char === '"') {
      // Before a quote, two backslashes are one, and a single one makes the quote a character.
      if (backslashes > 0) collector.add("\\".repeat(backslashes >> 1));
      const isDoubled = isQuoted && text[at + 1] === '"';
      if (backslashes % 2 === 1 || isDoubled) collector.add('"');
      else {
        isQuoted = !isQuoted;
        collector.add("");
      }
      if (isDoubled && backslashes % 2 === 0) {
        at++;
        isLiteral = !isLiteral;
      }
      backslashes = 0;
      continue;
    }
    if (backslashes > 0) collector.add("\\".repeat(backslashes));
    backslashes = 0;
    if (!isQuoted && /\s/.test(char)) collector.endWord();
    else if (char === "&" && !isEscape && !isLiteral) collector.addBareAmpersand();
    else collector.add(char);
  }
  collector.endWord();
  return { words: collector.words, end: at };
}
