import { describeSeconds } from "cloudfront-sign-webcrypto/internals";

const millisecondsBetweenLines = 200;

/** How far long work has come: one line of a terminal that is written over. Nothing where there is none. */
export class Progress {
  readonly #verb: string;
  readonly #start = performance.now();
  #next = this.#start + 1000;
  #isShown = false;

  /** `verb` is what is done with each of those that are counted: `signed`. */
  constructor(verb: string) {
    this.#verb = verb;
  }

  /** `part` is the done part of all work, from 0 to 1, where it is known. */
  update(count: number, part = 0): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now < this.#next) return;
    this.#next = now + millisecondsBetweenLines;
    this.#isShown = true;
    const seconds = (now - this.#start) / 1000;
    const [total, rate] = [count, Math.round(count / seconds)].map((number) => number.toLocaleString("en"));
    const left = part > 0 ? `, ${describeSeconds(Math.round(seconds / part - seconds))} left` : "";
    this.#write(`${total} ${this.#verb}, ${rate}/s${left}`);
  }

  /** Removes the line, so that other text starts where it was. */
  clear(): void {
    if (this.#isShown) this.#write("");
  }

  #write(text: string): void {
    // To the first column, and everything after it away.
    process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  }
}
