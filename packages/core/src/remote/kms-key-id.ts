import { fail } from "../errors.ts";
import { characterName } from "../options/character-name.ts";
import { describeType } from "../options/type-name.ts";

/** Why a value is not the ID of a key in AWS KMS. Positions count from 0. */
type KmsKeyIdProblem =
  | { readonly id: "not-text"; readonly value: unknown }
  | { readonly id: "empty" | "pem" | "key-pair-id" | "lost-variable" | "no-key-arn" | "no-alias" }
  | { readonly id: "other-service"; readonly service: string }
  | { readonly id: "too-long"; readonly length: number }
  | {
      readonly id: "white-space" | "character";
      readonly character: string;
      readonly position: number;
    };

/** AWS KMS API Reference, "Sign": KeyId. */
const longestKeyId = 2048;

/** In IDs, ARNs and aliases (AWS KMS API Reference, "Sign" and "CreateAlias"). */
const foreignCharacter = /[^\w:/-]/u;

/** The ID of a public key in CloudFront, or of a key pair of the old kind. */
const keyPairId = /^(?:K|APKA)[A-Z0-9]{10,}$/;

/** The parts of the name of a key in AWS KMS. */
export interface KmsKeyName {
  /** As `aws kms` takes it: the ID, or the alias with `alias/`. An account is never part of it. */
  readonly name: string;
  /** Of an ARN. */
  readonly region: string | undefined;
}

/** The option `keyId`: an ID, an ARN or an alias. */
export function readKmsKeyId(value: unknown): string {
  const problem = keyIdProblem(value);
  if (problem === undefined) return value as string;
  return fail(
    problem.id === "not-text" && problem.value === undefined ? "ERR_OPTION_MISSING" : "ERR_OPTION_INVALID",
    "keyId",
    describeProblem(problem),
  );
}

/** The name of a key without the account that an ARN holds. */
export function kmsKeyName(keyId: string): KmsKeyName {
  const [, , , region, , resource] = keyId.startsWith("arn:") ? keyId.split(":") : [];
  if (resource === undefined) return { name: keyId, region: undefined };
  return { name: resource.startsWith("key/") ? resource.slice("key/".length) : resource, region };
}

function keyIdProblem(value: unknown): KmsKeyIdProblem | undefined {
  if (typeof value !== "string") return { id: "not-text", value };
  if (value === "") return { id: "empty" };
  if (value === "undefined" || value === "null") return { id: "lost-variable" };
  if (value.includes("-----BEGIN")) return { id: "pem" };
  if (value.length > longestKeyId) return { id: "too-long", length: value.length };
  const found = foreignCharacter.exec(value);
  if (found !== null) {
    const { 0: character, index: position } = found;
    return { id: /\s/.test(character) ? "white-space" : "character", character, position };
  }
  if (keyPairId.test(value)) return { id: "key-pair-id" };
  if (value === "alias/") return { id: "no-alias" };
  return value.startsWith("arn:") ? arnProblem(value) : undefined;
}

function arnProblem(arn: string): KmsKeyIdProblem | undefined {
  const [, , service = "", , , resource = ""] = arn.split(":");
  if (service !== "kms") return { id: "other-service", service };
  return /^(?:key|alias)\/./.test(resource) ? undefined : { id: "no-key-arn" };
}

const whereItStands = "the ID, the ARN or the alias (alias/…) of the key in AWS KMS";

/** The only place that has words for the faults of `keyId`. */
function describeProblem(problem: KmsKeyIdProblem): string {
  switch (problem.id) {
    case "not-text":
      return `is ${describeType(problem.value)}; pass ${whereItStands}`;
    case "empty":
      return `is empty; is the environment variable set? Otherwise pass ${whereItStands}`;
    case "lost-variable":
      return `is the text of a variable that was not set; pass ${whereItStands}`;
    case "pem":
      return `is a PEM; pass a public key as publicKey, and here ${whereItStands}`;
    case "too-long":
      return `has ${problem.length} characters, and AWS KMS takes at most ${longestKeyId}; pass ${whereItStands}`;
    case "white-space":
      return `has ${characterName(problem.character)} at position ${problem.position}; remove it`;
    case "character":
      return `has ${characterName(problem.character)} at position ${problem.position}; pass ${whereItStands}`;
    case "key-pair-id":
      return `is a CloudFront key pair ID; pass it as keyPairId to the signer, and here ${whereItStands}`;
    case "other-service":
      return `is an ARN of ${problem.service}, not of kms; pass ${whereItStands}`;
    case "no-key-arn":
      return `is an ARN that names neither a key nor an alias; pass ${whereItStands}`;
    case "no-alias":
      return `is alias/ without a name; pass ${whereItStands}`;
  }
}
