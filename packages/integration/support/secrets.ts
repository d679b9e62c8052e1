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

/** V8 quotes ten characters of a text that is not JSON. */
const runLength = 10;

/** Each run of ten characters of the secrets that the text contains. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  const runs = secrets.flatMap((secret) =>
    Array.from({ length: secret.length - runLength + 1 }, (_, start) =>
      secret.slice(start, start + runLength),
    ),
  );
  return [...new Set(runs)].filter((run) => text.includes(run));
}

/** The base64 of a PEM. */
export const base64Of = (pem: string): string => pem.replace(/-----.*-----/g, "").replace(/\s/g, "");
