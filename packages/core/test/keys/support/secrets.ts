import { inspect } from "node:util";

/** All that a log could show of a value: of an error its causes and hidden properties too. */
export function everythingOf(value: unknown): string {
  const { message, stack, cause } = Object(value);
  return [
    `${message} ${stack}`,
    JSON.stringify(value, (_, member) => (typeof member === "bigint" ? String(member) : member)),
    inspect(value, { depth: 10, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    ...(cause === undefined ? [] : [everythingOf(cause)]),
  ].join("\n");
}

/** A text that contains one of these secrets, or 16 characters of the base64 of one of these keys. */
export function leaksIn(text: string, keys: readonly string[], secrets: readonly string[]): string[] {
  const runs = keys.flatMap((pem) => {
    const base64 = pem.replace(/-----.*-----/g, "").replace(/\s/g, "");
    return Array.from({ length: base64.length - 15 }, (_, start) => base64.slice(start, start + 16));
  });
  return [...new Set([...runs, ...secrets])].filter((secret) => text.includes(secret));
}
