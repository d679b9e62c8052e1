import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import { nearestName } from "./nearest-name.ts";
import { printableName } from "./printable.ts";
import { readOptionProperties } from "./read-properties.ts";
import { describeType, typeTag } from "./type-name.ts";

/** Why a restriction that is there, but `undefined`, is an error and not left out. */
export const lostRestriction: string =
  "is undefined, which would drop the restriction; fix the value, or leave the option out on purpose";

/**
 * A copy of the options in `value`, with nothing in it but its own properties; throws unless it is an object
 * that has none but `known`. `step` says what to pass instead of a value that is not an object. `knownElsewhere` is
 * what the message says of an option of another call.
 *
 * A misspelt or inherited restriction would otherwise be dropped. Only the copy is used, so nothing can be
 * read that was not checked, and nothing changes between the check and its use.
 */
export function readOptions<Options extends object>(
  option: string,
  value: Options,
  known: readonly (keyof Options & string)[],
  step = "pass an object of options",
  knownElsewhere?: (name: string) => string | undefined,
): Options {
  if (typeTag(value) !== "Object") fail("ERR_OPTION_INVALID", option, `is ${describeType(value)}; ${step}`);
  return readOptionProperties(() => copyOptions(option, value, known, knownElsewhere), option);
}

/** An object that inherits nothing. V8 keeps what `Object.create(null)` makes as a hash table, slow to make and to read. */
function bareObject(): object {
  if (!Bare) {
    function Nothing(): void {}
    Nothing.prototype = Object.create(null);
    Bare = Nothing as unknown as new () => object;
  }
  return new Bare();
}
let Bare: (new () => object) | undefined;

function copyOptions<Options extends object>(
  option: string,
  value: Options,
  known: readonly (keyof Options & string)[],
  knownElsewhere: ((name: string) => string | undefined) | undefined,
): Options {
  const options = bareObject() as Options;
  for (const name of Reflect.ownKeys(value) as (keyof Options & string)[]) {
    if (!known.includes(name)) refuseUnknown(name, known, knownElsewhere);
    options[name] = value[name];
  }
  // A proxy may give what it says it does not have.
  for (const name of known)
    if (!(name in options) && (name in value || value[name] !== undefined)) refuseInherited(name, option);
  // Some libraries give every object more members, which are nobody's options.
  for (const name in value)
    if (!(name in options) && !(name in Object.prototype)) refuseInherited(name, option);
  return options;
}

function refuseUnknown(
  name: string | symbol,
  known: readonly string[],
  knownElsewhere: ((name: string) => string | undefined) | undefined,
): never {
  const problem = typeof name === "string" ? knownElsewhere?.(name) : undefined;
  if (problem !== undefined) fail("ERR_OPTION_UNKNOWN", name as string, problem);
  const nearest = nearestName(typeof name === "symbol" ? (name.description ?? "") : name, known);
  return fail(
    "ERR_OPTION_UNKNOWN",
    printableName(name),
    nearest === undefined
      ? `no such option; the options are ${known.join(", ")}`
      : `no such option; did you mean ${nearest}?`,
  );
}

function refuseInherited(name: string, option: string): never {
  const shown = printableName(name);
  return fail(
    "ERR_OPTION_INVALID",
    shown,
    `is inherited; make it a property of ${option} itself: { ...defaults, ${shown} }`,
  );
}

/** Throws for a flag that is no boolean: `"false"` would count as true. */
export function checkFlag(
  option: string,
  value: unknown,
  code: CloudFrontSignErrorCode = "ERR_OPTION_INVALID",
): void {
  if (typeof value !== "boolean")
    fail(code, option, `expected true or false; received ${describeType(value)}`);
}
