import { fail } from "../errors.ts";

/** The result of `read`, which reads properties of a caller's object: a getter or a proxy may throw. */
export function readOptionProperties<Value>(read: () => Value, option: string): Value {
  try {
    return read();
  } catch (cause) {
    return refuseUnreadable(option, cause);
  }
}

/** For an object with a getter that throws, or a proxy that does. */
export function refuseUnreadable(option: string, cause: unknown): never {
  return fail(
    "ERR_OPTION_INVALID",
    option,
    "is an object whose properties cannot be read; pass a plain object, and see the cause of this error",
    cause,
  );
}

/** A member; `undefined` if there is none, or if a getter or a proxy throws. */
export function memberOf(value: unknown, name: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
