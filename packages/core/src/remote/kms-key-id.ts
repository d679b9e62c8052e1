import { fail } from "../errors.ts";
import { characterName } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";

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

const whereItStands = "the ID, the ARN or the alias (alias/…) of the key in AWS KMS";

/** The option `keyId`: an ID, an ARN or an alias. */
export function readKmsKeyId(value: unknown): string {
  if (value === undefined) return fail("ERR_OPTION_MISSING", "keyId", `is undefined; pass ${whereItStands}`);
  const problem = keyIdProblem(value);
  return problem === undefined ? (value as string) : fail("ERR_OPTION_INVALID", "keyId", problem);
}

/** The name of a key without the account that an ARN holds. */
export function kmsKeyName(keyId: string): KmsKeyName {
  const [, , , region, , resource] = keyId.startsWith("arn:") ? keyId.split(":") : [];
  if (resource === undefined) return { name: keyId, region: undefined };
  return { name: resource.startsWith("key/") ? resource.slice("key/".length) : resource, region };
}

/** Why a value is not the ID of a key in AWS KMS. Positions count from 0. */
function keyIdProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return `is ${describeType(value)}; pass ${whereItStands}`;
  if (value === "") return `is empty; is the environment variable set? Otherwise pass ${whereItStands}`;
  if (value === "undefined" || value === "null")
    return `is the text of a variable that was not set; pass ${whereItStands}`;
  if (value.includes("-----BEGIN"))
    return `is a PEM; pass a public key as publicKey, and here ${whereItStands}`;
  if (value.length > longestKeyId)
    return `has ${value.length} characters, and AWS KMS takes at most ${longestKeyId}; pass ${whereItStands}`;
  const found = foreignCharacter.exec(value);
  if (found !== null) {
    const step = /\s/.test(found[0]) ? "remove it" : `pass ${whereItStands}`;
    return `has ${characterName(found[0])} at position ${found.index}; ${step}`;
  }
  if (keyPairId.test(value))
    return `is a CloudFront key pair ID; pass it as keyPairId to the signer, and here ${whereItStands}`;
  if (value === "alias/") return `is alias/ without a name; pass ${whereItStands}`;
  return value.startsWith("arn:") ? arnProblem(value) : undefined;
}

function arnProblem(arn: string): string | undefined {
  const [, , service = "", , , resource = ""] = arn.split(":");
  if (service !== "kms") return `is an ARN of ${service}, not of kms; pass ${whereItStands}`;
  return /^(?:key|alias)\/./.test(resource)
    ? undefined
    : `is an ARN that names neither a key nor an alias; pass ${whereItStands}`;
}
