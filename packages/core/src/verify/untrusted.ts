import { memberOf } from "../options/read-properties.ts";

/** Text, or a number as text. Nothing else is converted: that would call methods of the value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? `${value}` : undefined;
}

/** The text of a URL, or of any object with an `href`; empty for all other values. */
export function urlText(value: unknown): string {
  const text = typeof value === "string" ? value : memberOf(value, "href");
  return typeof text === "string" ? text : "";
}

/** A header; `undefined` if it is missing or not text. */
export function headerOf(headers: unknown, name: string): string | undefined {
  try {
    return textOf((headers as Headers).get(name));
  } catch {
    return undefined;
  }
}

/**
 * Readers of values that may be of any type: a request holds what others sent, and parsers turn it into objects.
 * None of them throws.
 */
export const untrusted: {
  readonly text: typeof textOf;
  readonly header: typeof headerOf;
  readonly url: typeof urlText;
} = { text: textOf, header: headerOf, url: urlText };
