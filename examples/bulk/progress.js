/** One line on standard error: rewritten each second on a terminal, a new one every ten seconds elsewhere. */
export class Progress {
  #isTerminal = Boolean(process.stderr.isTTY);
  #shownAt = 0;
  #hasLine = false;

  /** @param {() => string} text made only if it is time to show it */
  show(text) {
    const now = Date.now();
    if (now - this.#shownAt < (this.#isTerminal ? 500 : 10_000)) return;
    this.#shownAt = now;
    this.#clear();
    process.stderr.write(this.#isTerminal ? text() : `${text()}\n`);
    this.#hasLine = this.#isTerminal;
  }

  /** A line that stays. @param {string} text */
  note(text) {
    this.#clear();
    process.stderr.write(`${text}\n`);
  }

  #clear() {
    if (this.#hasLine) process.stderr.write("\r\x1b[K");
    this.#hasLine = false;
  }
}
