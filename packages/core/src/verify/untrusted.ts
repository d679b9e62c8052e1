/**
 * Reads values that may be of any kind: requests hold what others sent, and parsers make objects of it.
 * Nothing in here throws.
 */

/** A member; `undefined` where there is none, or where reading it throws, as getters and proxies may. */
export function memberOf(value: unknown, name: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Text, or a number as text. Nothing else is turned into text: that calls what came. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? `${value}` : undefined;
}

/** The text of a URL, or of anything with an `href`; empty for what is no URL at all. */
export function urlText(value: unknown): string {
  const text = typeof value === "string" ? value : memberOf(value, "href");
  return typeof text === "string" ? text : "";
}

/** What a `Headers` says; `undefined` when it says no text. */
export function headerOf(headers: unknown, name: string): string | undefined {
  try {
    return textOf((headers as Headers).get(name));
  } catch {
    return undefined;
  }
}

/** The texts among the first items of a list; one text is a list of one. */
export function textsOf(value: unknown, most: number): string[] {
  if (typeof value === "string") return [value];
  const length = memberOf(value, "length");
  const texts: string[] = [];
  for (let i = 0; i < most && i < Number(typeof length === "number" && length); i++) {
    const text = memberOf(value, `${i}`);
    if (typeof text === "string") texts.push(text);
  }
  return texts;
}
