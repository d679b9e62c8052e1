import { fail } from "../errors.ts";

/**
 * A value that throws as text and as JSON: without `await`, a promise of a URL would stand in a page as
 * `[object Promise]`, and in an answer as `{}`. `problem` says what to do.
 */
export function notText<Value extends object>(value: Value, option: string, problem: string): Value {
  const refuse = { value: () => fail("ERR_OPTION_INVALID", option, problem) };
  return Object.defineProperties(value, { toString: refuse, toJSON: refuse });
}
