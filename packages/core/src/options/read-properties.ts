import { fail, isOwnError } from "../errors.ts";

/**
 * The result of `read`, which reads properties of a caller's object: a getter or a proxy may throw. What `read` says
 * itself is wrong with them passes.
 */
export function readOptionProperties<Value>(read: () => Value, option: string): Value {
  try {
    return read();
  } catch (error) {
    if (isOwnError(error)) throw error;
    return fail(
      "ERR_OPTION_INVALID",
      option,
      "is an object whose properties cannot be read; pass a plain object, and see the cause of this error",
      error,
    );
  }
}

/** A member; `undefined` if there is none, or if a getter or a proxy throws. */
export function memberOf(value: unknown, name: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
