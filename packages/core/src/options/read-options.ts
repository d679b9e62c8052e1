import { fail } from "../errors.ts";

/** What a value is, for messages; never its content, which may be secret. */
export function kindOf(value: unknown): string {
  try {
    return {}.toString.call(value).slice(8, -1);
  } catch {
    // Only a proxy that is revoked, or whose trap throws, has nothing to say of itself.
    return "Proxy";
  }
}

/**
 * A copy of the options in `value`, with nothing in it but its own properties; throws unless it is an object
 * that has none but `known`.
 *
 * A misspelt or inherited restriction would otherwise be a restriction dropped. The copy is what gets used,
 * so that nothing can be read that was not checked, and nothing changes between the check and its use.
 */
export function readOptions<Options extends object>(
  option: string,
  value: Options,
  known: readonly (keyof Options & string)[],
): Options {
  if (kindOf(value) !== "Object")
    fail("ERR_OPTION_INVALID", option, `expected an object; received ${kindOf(value)}`);
  const options = Object.create(null) as Options;
  for (const name of Reflect.ownKeys(value) as (keyof Options & string)[]) {
    if (!known.includes(name))
      fail(
        "ERR_OPTION_UNKNOWN",
        String(name).slice(0, 15),
        `no such option; known here: ${known.join(", ")}`,
      );
    options[name] = value[name];
  }
  const visible: string[] = [...known];
  for (const name in value) visible.push(name);
  for (const name of visible) {
    if (name in value && !(name in options) && !(name in Object.prototype))
      fail(
        "ERR_OPTION_INVALID",
        name.slice(0, 15),
        `is inherited; make it a property of ${option} itself: { ...defaults, ${name.slice(0, 15)} }`,
      );
  }
  return options;
}
