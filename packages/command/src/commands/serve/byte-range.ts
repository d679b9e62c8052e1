/** The bytes that a request asks for, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The range of a `Range` header in a file of `size` bytes. `undefined` for a header that is ignored, as S3
 * ignores several ranges: the answer is the whole file.
 *
 * Source: RFC 9110, section 14.1.2.
 */
export function readByteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | undefined {
  const [unit = "", set = ""] = splitOnce(header ?? "", "=");
  if (unit.trim().toLowerCase() !== "bytes") return undefined;
  const [from = "", to = ""] = splitOnce(set.trim(), "-");
  if (from === "") return suffixRange(to, size);
  if (!(isInteger(from) && (to === "" || isInteger(to)))) return undefined;
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return undefined;
  return first < size ? { first, last } : "unsatisfiable";
}

/** The last bytes of a file: `bytes=-500`. */
function suffixRange(length: string, size: number): ByteRange | "unsatisfiable" | undefined {
  if (!isInteger(length)) return undefined;
  const first = Math.max(size - Number(length), 0);
  return first < size ? { first, last: size - 1 } : "unsatisfiable";
}

/** The text before and after the first separator; nothing where there is no separator. */
function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)];
}

function isInteger(text: string): boolean {
  return /^\d+$/.test(text);
}
