import { characterName } from "../options/printable.ts";
import { describeType, typeTag } from "../options/type-name.ts";

/** Why a value is not the ID of a public key in CloudFront. Positions count from 0. */
export type KeyPairIdProblem =
  | { readonly id: "not-text"; readonly value: unknown }
  | { readonly id: "empty" | "pem" | "arn" | "uuid" | "small-letters" | "name" }
  | { readonly id: "lost-variable"; readonly word: string }
  | { readonly id: "too-long" | "distribution"; readonly length: number }
  | { readonly id: "access-key"; readonly prefix: string }
  | {
      readonly id: "white-space" | "quote" | "character";
      readonly character: string;
      readonly position: number;
    };

const whereItStands =
  "copy the ID of the public key, such as K2JCJMDEHXQW5F, from CloudFront's list of public keys";

/**
 * What it is instead, and where the right one stands. Of what came, one character at most is shown. `permission` is
 * how the reader allows any ID.
 */
export function describeKeyPairIdProblem(
  problem: KeyPairIdProblem,
  permission = "allowAnyKeyPairId: true",
): string {
  const emulators = `an emulator's ID of that shape needs ${permission}`;
  switch (problem.id) {
    case "not-text":
      return `expected the ID of the public key, such as K2JCJMDEHXQW5F; received ${describeType(problem.value)}${hintOf(problem.value)}`;
    case "empty":
      return "is empty; is the environment variable set to the ID of the public key, such as K2JCJMDEHXQW5F?";
    case "lost-variable":
      return `is the text "${problem.word}": a variable was not set; ${whereItStands}`;
    case "pem":
      return `is a key in PEM, not the ID of one: the two seem to be mixed up; ${whereItStands}`;
    case "too-long":
      return `has ${problem.length} characters, which no ID has; ${whereItStands}`;
    case "white-space":
      return `has ${characterName(problem.character)} at position ${problem.position}; remove it`;
    case "quote":
      return `has the quote ${problem.character} at position ${problem.position}; remove the quotes, which belong to a file or a shell`;
    case "character":
      return `has ${characterName(problem.character)} at position ${problem.position}; ${whereItStands}`;
    case "uuid":
      return `is a UUID, the ID of a key group; ${whereItStands}; ${emulators}`;
    case "distribution":
      return `looks like the ID of a distribution (E and ${problem.length - 1} more characters); ${whereItStands}; ${emulators}`;
    case "access-key":
      return `is the ID of an access key of IAM (${problem.prefix}…); ${whereItStands}, or that of a CloudFront key pair of the old kind (APKA…)`;
    case "arn":
      return `is an ARN; write the ID alone, such as K2JCJMDEHXQW5F; ${emulators}`;
    case "small-letters":
      return "has small letters, and CloudFront's IDs have capital ones; write it as CloudFront shows it, such as K2JCJMDEHXQW5F";
    case "name":
      return `looks like a name, not an ID; ${whereItStands}; ${emulators}`;
  }
}

/** The step that mends a value that is no text. */
function hintOf(value: unknown): string {
  switch (typeTag(value)) {
    case "Undefined":
      return ": is the environment variable set?";
    case "Promise":
      return ": await it";
    default:
      return ": pass it as text";
  }
}
