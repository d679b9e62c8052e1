import { fail } from "./errors.ts";

/** What a value is, for messages; never its content, which may be secret. */
export function kindOf(value: unknown): string {
  return {}.toString.call(value).slice(8, -1);
}

/**
 * The names in `value`; throws unless it is an object that has none but `known`.
 *
 * A misspelt restriction would otherwise be a restriction dropped.
 */
export function checkOptions(option: string, value: unknown, known: readonly string[]): string[] {
  if (kindOf(value) !== "Object") fail("ERR_OPTION_INVALID", option, `expected an object; received ${kindOf(value)}`);
  const names = Object.keys(value as object);
  for (const name of names) {
    if (!known.includes(name)) fail("ERR_OPTION_UNKNOWN", name.slice(0, 15), `no such option; known here: ${known.join(", ")}`);
  }
  return names;
}
