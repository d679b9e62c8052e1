import { withoutOtherValues } from "./query-values.ts";
import { visibleCharacters, visibleSpaces } from "./quote.ts";

/** The characters before and behind a difference that a comparison shows. Our own limit. */
const longestContext = 20;

/** The same within the value of a query parameter, which may be a secret. Our own limit. */
const longestValueContext = 8;

/** Two texts that should be equal. */
export interface ComparedTexts {
  readonly signed: string;
  readonly requested: string;
  /** Where they part, if it is not their first different character: a wildcard stands for text of any length. */
  readonly from?: Readonly<Record<Side, number>>;
}

/** More than is shown, however long the escapes are. */
const longestExcerpt = 200;

type Side = "signed" | "requested";

/** Both sides of a difference, cut to what is safe to show. */
export interface CloudFrontComparison {
  /** What was signed, around the difference. */
  readonly signed: string;
  /** What was requested, around the difference. */
  readonly requested: string;
  /** Number of characters before the first different one, in both texts. */
  readonly position: number;
}

/**
 * The characters around a difference. Values of query parameters are left out, but for a few characters of the
 * one that differs; invisible characters have escapes.
 */
export function compareTexts(texts: ComparedTexts): CloudFrontComparison {
  const from = partingOf(texts);
  const [signed, requested] = (["signed", "requested"] as const).map((side) => {
    const { before, behind } = withoutOtherValues(texts[side], from[side], longestValueContext);
    return {
      before: endOf(visibleCharacters(before.slice(-longestExcerpt))),
      behind: beginningOf(visibleCharacters(behind.slice(0, longestExcerpt))),
    };
  }) as [Surroundings, Surroundings];
  const position = Math.max(signed.before.length, requested.before.length);
  const isOfSpaces = signed.behind.startsWith(" ") !== requested.behind.startsWith(" ");
  const shown = ({ before, behind }: Surroundings): string =>
    before.padStart(position) + (isOfSpaces ? behind.replace(/^ +/, visibleSpaces) : behind);
  return { signed: shown(signed), requested: shown(requested), position };
}

interface Surroundings {
  readonly before: string;
  readonly behind: string;
}

function partingOf({ signed, requested, from }: ComparedTexts): Readonly<Record<Side, number>> {
  if (from) return from;
  let at = 0;
  while (at < signed.length && signed[at] === requested[at]) at++;
  const whole = Math.min(startOfCharacter(signed, at), startOfCharacter(requested, at));
  return { signed: whole, requested: whole };
}

/** `\u0026`. */
const longestEscape = 6;

/** The start of the escape or the surrogate pair that a place is in. */
function startOfCharacter(text: string, at: number): number {
  const ending = text.slice(Math.max(0, at - longestEscape), at);
  const [begun = ""] = /(?:%[\da-f]?|\\u?[\da-f]{0,3}|[\ud800-\udbff])$/i.exec(ending) ?? [];
  const start = at - begun.length;
  const beginning = text.slice(start, start + longestEscape);
  const [whole = ""] = /^(?:%[\da-f]{2}|\\u[\da-f]{4}|[\ud800-\udbff][\udc00-\udfff])/i.exec(beginning) ?? [];
  return whole.length > begun.length ? start : at;
}

function beginningOf(characters: readonly string[]): string {
  let shown = "";
  for (const character of characters) {
    if (shown.length + character.length > longestContext) return shown.replace(/\u2026?$/, "…");
    shown += character;
  }
  return shown;
}

function endOf(characters: readonly string[]): string {
  let shown = "";
  for (const character of [...characters].reverse()) {
    if (shown.length + character.length > longestContext) return shown.replace(/^\u2026?/, "…");
    shown = character + shown;
  }
  return shown;
}
