/** A word of a command, without its quotes. */
export interface CommandWord {
  readonly text: string;
  /** It has an & that a shell would read as the end of the command. */
  readonly hasBareAmpersand: boolean;
}

/** The words of a command, and where it ends in its text. */
export interface Command {
  readonly words: readonly CommandWord[];
  readonly end: number;
}

/** Collects the words of a command piece by piece. */
export class WordCollector {
  readonly words: CommandWord[] = [];
  #text = "";
  #hasBareAmpersand = false;
  #isOpen = false;

  /** Adds to the word, which starts with its first piece; an empty piece makes an empty word. */
  add(piece: string): void {
    this.#text += piece;
    this.#isOpen = true;
  }

  addBareAmpersand(): void {
    this.#hasBareAmpersand = true;
    this.add("&");
  }

  endWord(): void {
    if (this.#isOpen) this.words.push({ text: this.#text, hasBareAmpersand: this.#hasBareAmpersand });
    this.#text = "";
    this.#hasBareAmpersand = false;
    this.#isOpen = false;
  }
}

/** The length of the line break at a position, 0 if there is none. */
export function lineBreakLength(text: string, at: number): number {
  if (text[at] === "\r") return text[at + 1] === "\n" ? 2 : 1;
  return text[at] === "\n" ? 1 : 0;
}
