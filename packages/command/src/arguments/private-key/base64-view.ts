/** The base64 in a text, without what stands between: white space, quotes, marks of comments, lists and patches. */
export interface Base64View {
  readonly text: string;
  /** Where in the whole text each character stands. */
  readonly offsets: Uint32Array;
}

/**
 * Two readings of the base64 in a text: all its characters, for base64 with gaps of any kind; and the longest word of
 * each line, for lines with something in front, such as a number, the time in a log or the + of a patch.
 */
export function base64Views(text: string): readonly [all: Base64View, longest: Base64View] {
  const all = new Characters(text.length);
  const longest = new Characters(text.length);
  let word = 0;
  let best = { from: 0, to: 0 };
  const endWord = (): void => {
    if (all.length - word > best.to - best.from) best = { from: word, to: all.length };
    word = all.length;
  };
  const endLine = (): void => {
    endWord();
    longest.copy(all, best.from, best.to);
    best = { from: word, to: word };
  };
  let isStart = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = kindOf(code);
    if (kind === letter) {
      isStart = false;
      all.push(code, i);
    } else if (kind === mark && (isBase64(text, i - 1) || isBase64(text, i + 1))) {
      all.push(code, i);
      if (isStart) word = all.length;
    } else {
      endWord();
      if (code === 0x0a || code === 0x0d) {
        endLine();
        isStart = true;
      }
    }
  }
  endLine();
  return [all.view(), longest.view()];
}

/** What a character can be in base64: both alphabets. */
const [other, letter, mark] = [0, 1, 2];
const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z\d]/.test(character)) return letter;
  return /[+/_-]/.test(character) ? mark : other;
});

function kindOf(code: number): number {
  return kinds[code] ?? other;
}

function isBase64(text: string, at: number): boolean {
  return kindOf(text.charCodeAt(at)) !== other;
}

/** Characters that are collected, each with its place. */
class Characters {
  readonly #codes: Uint8Array;
  readonly #offsets: Uint32Array;
  length = 0;

  constructor(longest: number) {
    this.#codes = new Uint8Array(longest);
    this.#offsets = new Uint32Array(longest);
  }

  push(code: number, offset: number): void {
    this.#codes[this.length] = code;
    this.#offsets[this.length++] = offset;
  }

  copy(from: Characters, start: number, end: number): void {
    this.#codes.set(from.#codes.subarray(start, end), this.length);
    this.#offsets.set(from.#offsets.subarray(start, end), this.length);
    this.length += end - start;
  }

  view(): Base64View {
    const { buffer } = this.#codes;
    return {
      text: Buffer.from(buffer, 0, this.length).toString("latin1"),
      offsets: this.#offsets.subarray(0, this.length),
    };
  }
}
