import { printable } from "./terminal.ts";

/** A text as one word of bash and zsh, in quotes where it needs them. */
function posixWord(text: string): string {
  // zsh reads =ls as the path of the command ls.
  return /^(?!=)[\w./:@%+,=-]+$/.test(text) ? text : posixQuoted(text);
}

/** The same, always in quotes. Without control characters it is also a word of other POSIX shells and of fish. */
export function posixQuoted(text: string): string {
  return printable(text) === text ? `'${text.replace(/['\\]/g, "'\\$&'")}'` : octalQuoted(text);
}

/** Shows every byte that a terminal would not. Bash expands `!` after an escaped quote, so both get a number. */
function octalQuoted(text: string): string {
  const isPlain = (character: string): boolean =>
    !/['\\!]/.test(character) && printable(character) === character;
  return `$'${Array.from(text, (character) => (isPlain(character) ? character : octal(character))).join("")}'`;
}

function octal(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
  ).join("");
}

/**
 * A text as one word of PowerShell. In cmd.exe it is one word too, and the same text without `$` and a backtick.
 *
 * Source: PowerShell documentation, "about_Quoting_Rules" and "about_Special_Characters".
 */
export function windowsWord(text: string): string {
  return /^[\w./:\\+=-]+$/.test(text) ? text : windowsQuoted(text);
}

/** The same, always in quotes. PowerShell takes typographic quotes for its own. */
export function windowsQuoted(text: string): string {
  return `"${text.replace(/[`$"\u201c-\u201e]/g, "`$&").replace(/\\+$/, "$&$&")}"`;
}

const isWindows = (): boolean => process.platform === "win32";

/** A text as one word of the shell that the command runs in. */
export function shellWord(text: string): string {
  return isWindows() ? windowsWord(text) : posixWord(text);
}

/** The same, always in quotes. */
export function quotedWord(text: string): string {
  return isWindows() ? windowsQuoted(text) : posixQuoted(text);
}

/** A path that no program takes for an option, nor for one below a home folder. */
export function pathArgument(path: string): string {
  return /^[-~]/.test(path) ? `./${path}` : path;
}
