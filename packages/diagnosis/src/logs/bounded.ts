/**
 * Counts in bounded memory: whoever sends requests chooses the paths, IDs and addresses of a log, and could
 * otherwise fill the memory with them.
 */

interface Entry<Detail> {
  count: number;
  readonly detail: Detail;
}

/** A value, and at least how many times it came. */
export interface CountedValue<Detail> extends Readonly<Entry<Detail>> {
  readonly value: string;
}

/**
 * The most frequent values of a stream, with a detail for each. A count is never too high, and too low by at most
 * {@link missed}. Every value of which more than one in `size` came is there.
 *
 * Source: Misra and Gries, "Finding repeated elements", Science of Computer Programming 2 (1982).
 */
export class FrequentValues<Detail = undefined> {
  readonly #entries = new Map<string, Entry<Detail>>();
  readonly #size: number;
  readonly #detailOf: () => Detail;
  #missed = 0;

  constructor(size: number, detailOf: () => Detail) {
    this.#size = size;
    this.#detailOf = detailOf;
  }

  /** By how much a count may be too low. */
  get missed(): number {
    return this.#missed;
  }

  /** Counts a value. Returns its detail, `undefined` if there is no room for it. */
  add(value: string): Detail | undefined {
    const known = this.#entries.get(value);
    if (known) {
      known.count++;
      return known.detail;
    }
    if (this.#entries.size < this.#size) {
      const entry = { count: 1, detail: this.#detailOf() };
      this.#entries.set(value, entry);
      return entry.detail;
    }
    // Each of these rounds takes back as many counts as there are entries, so that all of them take linear time.
    this.#missed++;
    for (const [other, entry] of this.#entries) if (--entry.count === 0) this.#entries.delete(other);
    return undefined;
  }

  get(value: string): Detail | undefined {
    return this.#entries.get(value)?.detail;
  }

  /** The values, the most frequent first. */
  sorted(): CountedValue<Detail>[] {
    return Array.from(this.#entries, ([value, { count, detail }]) => ({ value, count, detail })).sort(
      (a, b) => b.count - a.count,
    );
  }
}

/**
 * About how many different values came.
 *
 * Source: Whang, Vander-Zanden and Taylor, "A linear-time probabilistic counting algorithm for database
 * applications", ACM TODS 15 (1990).
 */
export class DistinctValues {
  readonly #seen: Uint8Array;

  constructor(size: number) {
    this.#seen = new Uint8Array(size);
  }

  /** Adds a value. Returns how many times it has come, at most 255; never less, and more if another has its place. */
  add(value: string): number {
    const place = hash(value) % this.#seen.length;
    const times = Math.min((this.#seen[place] ?? 0) + 1, 255);
    this.#seen[place] = times;
    return times;
  }

  /** The estimate; a full table stands for at least five times its size. */
  get count(): number {
    const { length } = this.#seen;
    const empty = this.#seen.reduce((sum, times) => (times === 0 ? sum + 1 : sum), 0);
    return Math.round(empty === 0 ? length * 5 : -length * Math.log(empty / length));
  }
}

/** FNV-1a with 32 bits, and its bits mixed once more. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (sum ^ (sum >>> 13)) >>> 0;
}

/** The median of numbers, of an even sample of at most 256 of them. */
export class Sample {
  #numbers: number[] = [];
  #step = 1;
  #seen = 0;

  add(number: number): void {
    if (this.#seen++ % this.#step > 0) return;
    this.#numbers.push(number);
    if (this.#numbers.length < 256) return;
    this.#numbers = this.#numbers.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }

  get median(): number | undefined {
    const sorted = [...this.#numbers].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
  }
}

/** The bins that a timeline has at most. */
const mostBins = 60;

/** Counts by time, in bins of one to many minutes. */
export class Timeline {
  /** The length of a bin in milliseconds. */
  width = 60_000;
  #first = Number.POSITIVE_INFINITY;
  #counts: number[] = [];

  /** The number of the first bin since 1970. */
  get first(): number {
    return this.#first;
  }

  add(time: number): void {
    let bin = Math.floor(time / this.width);
    if (this.#counts.length === 0) this.#first = bin;
    while (bin - this.#first >= mostBins || this.#first + this.#counts.length - bin > mostBins) {
      this.widen(this.width * 2);
      bin = Math.floor(time / this.width);
    }
    for (; bin < this.#first; this.#first--) this.#counts.unshift(0);
    while (bin - this.#first >= this.#counts.length) this.#counts.push(0);
    this.#counts[bin - this.#first] = (this.#counts[bin - this.#first] ?? 0) + 1;
  }

  /** Makes the bins longer; `width` is a multiple of their length. */
  widen(width: number): void {
    const factor = width / this.width;
    const first = Math.floor(this.#first / factor);
    const counts: number[] = [];
    for (const [i, count] of this.#counts.entries()) {
      const wider = Math.floor((this.#first + i) / factor) - first;
      counts[wider] = (counts[wider] ?? 0) + count;
    }
    this.#first = first;
    this.#counts = counts;
    this.width = width;
  }

  /** The number of all that came. */
  get total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The counts in the bins of another timeline. */
  countsIn(all: Timeline): number[] {
    if (this.width < all.width) this.widen(all.width);
    return all.#counts.map((_, i) => this.#counts[all.#first + i - this.#first] ?? 0);
  }
}
