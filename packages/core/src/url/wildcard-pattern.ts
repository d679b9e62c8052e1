import { longestWildcardPart } from "../limits.ts";

/**
 * Whether a pattern matches a whole text: `*` is any number of characters, `?` is one. Takes time in
 * proportion to the text.
 */
export function matchesWildcards(
  pattern: string,
  text: string,
  longestPart: number = longestWildcardPart,
): boolean {
  const parts = pattern.split("*");
  const first = parts.shift() as string;
  const last = parts.pop();
  if (last === undefined) return first.length === text.length && matchesAt(first, text, 0);
  const end = text.length - last.length;
  let at = first.length;
  if (at > end || !matchesAt(first, text, 0) || !matchesAt(last, text, end)) return false;
  // The leftmost place of each part leaves the most room for the next.
  for (const part of parts) {
    const found = part.includes("?")
      ? findWildcards(part, text, at, end, longestPart)
      : findLiteral(part, text, at, end);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether a part without `*` matches at one place. */
function matchesAt(part: string, text: string, at: number): boolean {
  if (!part.includes("?")) return text.startsWith(part, at);
  for (let i = 0; i < part.length; i++) if (part[i] !== "?" && part[i] !== text[at + i]) return false;
  return true;
}

function findWildcards(part: string, text: string, from: number, end: number, longest: number): number {
  if (part.length > longest) return -1;
  for (let at = from; at + part.length <= end; at++) if (matchesAt(part, text, at)) return at;
  return -1;
}

/** The search of Knuth, Morris and Pratt, in linear time: `indexOf` takes quadratic time in some runtimes. */
function findLiteral(part: string, text: string, from: number, end: number): number {
  if (part === "") return from;
  // For each prefix of the part: the length of the longest shorter one that it ends with.
  const borders = new Uint32Array(part.length);
  for (let i = 1, length = 0; i < part.length; i++) {
    while (length > 0 && part[i] !== part[length]) length = borders[length - 1] as number;
    if (part[i] === part[length]) length++;
    borders[i] = length;
  }
  for (let i = from, length = 0; i < end; i++) {
    while (length > 0 && text[i] !== part[length]) length = borders[length - 1] as number;
    if (text[i] === part[length]) length++;
    if (length === part.length) return i + 1 - length;
  }
  return -1;
}
