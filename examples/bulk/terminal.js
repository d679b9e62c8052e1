// Text from Redis, the output or S3 may have control characters, which would steer the terminal.

/** Everything but printable characters and newlines, as an escape such as \u001b. @param {string} text */
export const printable = (text) =>
  text.replace(
    /[^\P{C}\n]|[\u2028\u2029]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`,
  );

const pause = 10_000;

/** Messages on standard error. One that repeats is printed once in ten seconds. */
export class Messages {
  /** @type {Map<string, number>} */
  #saidAt = new Map();

  /** @param {string} text */
  say(text) {
    const now = Date.now();
    if (now - (this.#saidAt.get(text) ?? 0) < pause) return;
    if (this.#saidAt.size > 100) this.#saidAt.clear();
    this.#saidAt.set(text, now);
    console.error(printable(text));
  }
}
