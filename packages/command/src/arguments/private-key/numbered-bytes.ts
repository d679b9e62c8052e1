/** The fewest bytes that may be a key. */
const shortestKey = 24;

/** What stands for no byte: the mark or the cast of a number, its name in JSON, and the offset of a dump. */
const noBytes =
  /(?<!\\)\\+x|\b0x|\([a-z]{1,20}\) ?|(?<![\da-z])[\da-fx]{1,16}(?=:\s|":)|^[ \t]*[\da-f]{4,16}(?=\s+[\da-f]{2}\s)/gim;

/**
 * Rows of numbers, which end where a word begins, and the bytes of such a row. In a dump, two spaces stand in the middle
 * of a row, where two more bytes follow, and in front of its text, where the row ends, too.
 */
const notations: readonly (readonly [row: RegExp, bytesOf: (row: string) => Uint8Array])[] = [
  [
    /(?<![\da-z])(?:(?:[\da-f]{2})+(?![\da-z])(?:[^\w\s|<>]|[ \t](?! )| {2,}(?=[\da-f]{2} [\da-f]{2}\b)|_)*)+/gi,
    (row) => Buffer.from(row.replace(/[^\da-f]+/gi, ""), "hex"),
  ],
  [
    /(?<![\w.])(?:-?\d{1,3}(?!\w)(?:[^\w\n|<>-]|-(?!\d))*)+/g,
    (row) => Uint8Array.from(row.match(/-?\d+/g) ?? [], Number),
  ],
  [
    /(?<!\w)(?:(?:[01][0-7]{2})?[0-7]{3}(?!\w)[^\w\n]*)+/g,
    (row) => Buffer.from((row.match(/\d{3}(?:\d{3})?/g) ?? []).map(ofOctal).join(""), "latin1"),
  ],
];

function ofOctal(digits: string): string {
  const value = Number.parseInt(digits, 8);
  return digits.length === 3
    ? String.fromCharCode(value & 0xff)
    : String.fromCharCode(value & 0xff, value >> 8);
}

/**
 * The bytes that a text may have as numbers: in an array, a literal, a dump, or the JSON of a `Buffer`. From each line it
 * takes the longest row of numbers, and all others that may be a key, whatever stands in front of them and behind.
 */
export function* numberedBytes(text: string): Iterable<Uint8Array> {
  const lines = text.replace(noBytes, "").split(/\n\s*/);
  for (const [row, bytesOf] of notations) {
    const bytes = Buffer.from(bytesOf(lines.map((line) => rowsOf(line, row)).join("\n")));
    if (bytes.length < shortestKey) continue;
    yield bytes;
    // Words of two bytes are in the order of the machine.
    yield Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
  }
}

function rowsOf(line: string, row: RegExp): string {
  const rows = line.match(row) ?? [];
  const long = rows.filter(({ length }) => length >= 2 * shortestKey);
  if (long.length > 0) return long.join("\n");
  return rows.reduce((longest, other) => (other.length > longest.length ? other : longest), "");
}
