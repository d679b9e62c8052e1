import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { errorNames, isThrottling } from "./client-error.ts";

/** AWS KMS API Reference, "Sign": KeyId. */
const longestKeyId = 2048;

/** An ID, an ARN or an alias (AWS KMS API Reference, "Sign" and "CreateAlias"). */
const keyName = /^(?:arn:[\w/-]*:kms:[\w/-]*:[\w/-]*:(?:key|alias)\/[\w/-][\w:/-]*|(?!arn:)[\w:/-]+)$/;

/**
 * Texts that look like a name and are none: variables that were not set, an alias without a name, the start of a PEM,
 * the ID of a public key in CloudFront.
 */
const otherText = /^(?:undefined|null|alias\/|(?:K|APKA)[A-Z0-9]{10,})$|-----BEGIN/;

/** The parts of the name of a key in AWS KMS. */
export interface KmsKeyName {
  /** As `aws kms` takes it: the ID, or the alias with `alias/`. An account is never part of it. */
  readonly name: string;
  /** Of an ARN. */
  readonly region: string | undefined;
}

/** The option `keyId`: an ID, an ARN or an alias. */
export function readKmsKeyId(value: unknown): string {
  const whereItStands = "the ID, the ARN (arn:aws:kms:…) or the alias (alias/…) of the key in AWS KMS";
  if (value === undefined) return fail("ERR_OPTION_MISSING", "keyId", `is undefined; pass ${whereItStands}`);
  if (typeof value !== "string" || value === "")
    return fail("ERR_OPTION_INVALID", "keyId", `is ${describeType(value)}; pass ${whereItStands}`);
  if (value.length <= longestKeyId && keyName.test(value) && !otherText.test(value)) return value;
  return fail(
    "ERR_OPTION_INVALID",
    "keyId",
    `is not the name of a key in AWS KMS; pass ${whereItStands}, without white space`,
  );
}

/** The name of a key without the account that an ARN holds. */
export function kmsKeyName(keyId: string): KmsKeyName {
  const [, , , region, , resource] = keyId.startsWith("arn:") ? keyId.split(":") : [];
  if (resource === undefined) return { name: keyId, region: undefined };
  return { name: resource.startsWith("key/") ? resource.slice("key/".length) : resource, region };
}

/** A command of the AWS CLI about a key, whose name has no character that a shell reads. */
export function awsCommand(action: string, { name, region }: KmsKeyName): string {
  return `aws kms ${action} ${flag("--key-id", name)}${region === undefined ? "" : ` ${flag("--region", region)}`}`;
}

/** With = where the AWS CLI would take the value for an option. */
function flag(name: string, value: string): string {
  return `${name}${value.startsWith("-") ? "=" : " "}${value}`;
}

/**
 * What an error of AWS KMS means, and what mends it; `undefined` if that is not known.
 *
 * Sources: AWS KMS API Reference, "Sign" and "Common errors"; AWS KMS Developer Guide, "Key states of AWS KMS
 * keys".
 */
export function describeKmsError(
  error: unknown,
  inAttempts: string,
  key: KmsKeyName,
  algorithm: string,
): string | undefined {
  if (isThrottling(error))
    return `AWS KMS throttled the call${inAttempts}; sign less often (signer.grant, or memo with cacheWindow), lower concurrency, or request a higher quota`;
  const problems: Readonly<Record<string, string>> = {
    AccessDeniedException:
      "AWS KMS denied access; allow kms:Sign on this key for the role that runs this code: the cause names both",
    CredentialsProviderError:
      "the client found no credentials; configure them, or run this code with a role that may use kms:Sign",
    DisabledException: `the key is disabled; enable it: ${awsCommand("enable-key", key)}`,
    ExpiredTokenException: "the credentials of the client have expired; give it a provider that renews them",
    InvalidKeyUsageException: `the key in AWS KMS cannot sign with ${algorithm}, which publicKey needs; look at its KeyUsage and KeySpec: ${awsCommand("describe-key", key)}`,
    InvalidSignatureException:
      "AWS KMS refused the signature of the request itself; check the secret access key and this machine's clock",
    KMSInvalidStateException: `the key is in a state in which it cannot sign, such as PendingDeletion; look at its KeyState: ${awsCommand("describe-key", key)}`,
    NotFoundException: `AWS KMS has no such key; check keyId (an alias starts with alias/) and the client's account and region: ${awsCommand("describe-key", key)}`,
    UnrecognizedClientException:
      "AWS KMS does not know the access key of the client; check its credentials, and the session token of temporary ones",
    ValidationException: `AWS KMS refused the input; pass it to SignCommand as it is, for a key that signs with ${algorithm}`,
  };
  const name = errorNames(error).find((one) => Object.hasOwn(problems, one));
  return name && problems[name];
}
