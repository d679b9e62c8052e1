/** What stands between the parameters of a URL, also of one in JSON or in another URL. */
const separator = /([?&#"]|\\u0026|%26|%3f)/i;

/**
 * A text before and from a place on, with an ellipsis for the value of each query parameter. Of the value that
 * the place is in, so many characters around it stay.
 */
export function withoutOtherValues(
  text: string,
  at: number,
  longestContext: number,
): { before: string; behind: string } {
  let [before, behind] = ["", ""];
  for (const { start, shown } of shownParts(text, at, longestContext)) {
    const inside = Math.max(0, Math.min(at - start, shown.length));
    before += shown.slice(0, inside);
    behind += shown.slice(inside);
  }
  return { before, behind };
}

interface ShownPart {
  readonly start: number;
  readonly shown: string;
}

function* shownParts(text: string, at: number, longestContext: number): Iterable<ShownPart> {
  let start = 0;
  let isInQuery = false;
  for (const [i, part] of text.split(separator).entries()) {
    // The end of a string of JSON ends the URL in it.
    if (i % 2) isInQuery = part !== '"';
    const [name = part] = isInQuery && i % 2 === 0 ? (/^.*?(?:=|%3d)/is.exec(part) ?? []) : [];
    yield { start, shown: name };
    yield* shownValue(part.slice(name.length), start + name.length, at, longestContext);
    start += part.length;
  }
}

function* shownValue(value: string, start: number, at: number, longestContext: number): Iterable<ShownPart> {
  if (value === "") return;
  const end = start + value.length;
  if (at < start || at > end) {
    yield { start, shown: "…" };
    return;
  }
  const from = wholePair(value, Math.max(0, at - longestContext - start));
  const to = wholePair(value, Math.min(value.length, at + longestContext - start));
  if (from > 0) yield { start, shown: "…" };
  yield { start: start + from, shown: value.slice(from, to) };
  if (to < value.length) yield { start: start + to, shown: "…" };
}

/** A place that is not between the halves of a surrogate pair. */
function wholePair(text: string, at: number): number {
  return /[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at)) ? at - 1 : at;
}
