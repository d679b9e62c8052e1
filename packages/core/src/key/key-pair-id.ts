import { fail } from "../errors.ts";
import { characterName, lostText } from "../options/printable.ts";
import { describeType, typeTag } from "../options/type-name.ts";

/** Whether a value is shaped as every public key ID in CloudFront's documentation is. */
export function isKeyPairId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z0-9]+$/.test(value);
}

/** Where an ID comes from. */
interface KeyPairIdSource {
  readonly option?: string;
  readonly permission?: string;
  readonly entry?: number;
}

/**
 * Checks the shape of a public key ID, so that a key group's ID, a key's name or `"undefined"` never ends up in a URL.
 *
 * Source: CloudFront Developer Guide, "Specify signers that can create signed URLs and signed cookies".
 *
 * @param allowAny whether an ID of any shape will do that neither a URL nor a cookie breaks at
 * @param source for the message: the option that holds it, its number among the IDs of `publicKeys`, and how any ID is
 * allowed
 */
export function checkKeyPairId(value: unknown, allowAny: boolean, source: KeyPairIdSource = {}): string {
  const { option = "keyPairId", entry, permission } = source;
  const problem = keyPairIdProblem(value, allowAny, permission);
  if (problem === undefined) return value as string;
  const place = entry === undefined ? "" : `entry ${entry} of publicKeys `;
  return fail("ERR_KEY_PAIR_ID_INVALID", option, place + problem.sentence);
}

/** The option with which IDs of any shape are taken: `undefined` counts as left out. */
export function readAllowEmulatorKeyPairIds(value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  return fail(
    "ERR_OPTION_INVALID",
    "allowEmulatorKeyPairIds",
    "expected true or false; leave it out for CloudFront",
  );
}

/** Why a value is not the ID of a public key in CloudFront, and what it is the ID of. */
interface KeyPairIdProblem {
  readonly id: "uuid" | "distribution" | "access-key" | "arn" | "other";
  /** What it is instead, and where the right one stands. Of what came, one character at most is shown. */
  readonly sentence: string;
}

/**
 * The longest ID that is taken, in characters. Our own limit: CloudFront's have 14 to 20, a UUID has 36, an
 * ARN less than 100.
 */
const longestKeyPairId = 128;

const whereItStands =
  "copy the ID of the public key, such as K2JCJMDEHXQW5F, from CloudFront's list of public keys";

/** Other IDs, and names: the first that fits. */
const otherShapes: readonly (readonly [id: KeyPairIdProblem["id"], shape: RegExp, words: string])[] = [
  ["distribution", /^E[A-Z0-9]{12,14}$/, "looks like the ID of a distribution (E…)"],
  // Of a user, and of a role; IAM User Guide, "Understanding unique ID prefixes".
  ["access-key", /^A[KS]IA/, "is the ID of an access key of IAM"],
  ["arn", /^arn:/, "is an ARN"],
  ["uuid", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, "is a UUID, the ID of a key group"],
  ["other", /[^A-Z0-9]/, "has characters other than capital letters and digits"],
];

/** What is wrong with the ID of a public key. `permission` is how the reader allows any ID. */
export function keyPairIdProblem(
  value: unknown,
  allowAny: boolean,
  permission = "allowEmulatorKeyPairIds: true",
): KeyPairIdProblem | undefined {
  // As in CloudFront's documentation: nothing else that people confuse with it starts with a K.
  if (typeof value === "string" && /^K[A-Z0-9]{1,31}$/.test(value)) return undefined;
  const broken = brokenText(value);
  if (broken !== undefined) return { id: "other", sentence: broken };
  const other = allowAny ? undefined : otherShapes.find(([, shape]) => shape.test(value as string));
  if (other === undefined) return undefined;
  const [id, , words] = other;
  const emulator = id === "access-key" ? "" : `; an emulator's ID needs ${permission}`;
  return { id, sentence: `${words}; ${whereItStands}${emulator}` };
}

/** What is wrong with a value that no URL or cookie can hold as an ID. */
function brokenText(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") {
    const step = typeTag(value) === "Promise" ? "await it" : "check where it is set";
    return `is ${describeType(value)}, not the ID of a public key, such as K2JCJMDEHXQW5F; ${step}`;
  }
  if (value.length > longestKeyPairId || value.includes("-----BEGIN"))
    return `has ${value.length} characters, so it may be the key itself; ${whereItStands}`;
  if (/^(?:undefined|null|NaN|\[object \w{1,30}\])$/.test(value))
    return `is the text "${value}": ${lostText}`;
  // What neither a query (RFC 3986) nor a cookie (RFC 6265) breaks at, and what no client rewrites.
  const found = /[^\w.~!$()*:@/-]/u.exec(value);
  if (found === null) return undefined;
  const { 0: character, index } = found;
  const step = /[\s"'`]/.test(character) ? "remove it: a file or a shell has added it" : whereItStands;
  return `has ${characterName(character)} at position ${index}; ${step}`;
}
