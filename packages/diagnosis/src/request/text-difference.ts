/** Where two texts begin to differ. */
export interface TextDifference {
  /** The first character that differs, from 1, in the requested URL. */
  readonly position: number;
  readonly signed: string;
  readonly requested: string;
}

/** Both texts from their first difference on. They start behind `start` characters of the URL. */
export function otherText(signed: string, requested: string, start: number): TextDifference {
  let at = commonLength(signed, requested);
  // Escapes are shown whole.
  for (const text of [signed, requested])
    if (/%.?$/.test(text.slice(Math.max(0, at - 2), at))) at = text.lastIndexOf("%", at - 1);
  return { position: start + at + 1, signed: signed.slice(at), requested: requested.slice(at) };
}

/** How many characters two texts have in common at their beginning. */
export function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
