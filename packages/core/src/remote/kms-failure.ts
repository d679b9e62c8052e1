import { inAttempts, refuseFailure } from "./call-failure.ts";
import { errorNames } from "./error-names.ts";
import type { KmsKeyName } from "./kms-key-id.ts";
import type { CallFailure } from "./remote-calls.ts";
import { isThrottling } from "./transient-error.ts";

/** Errors of AWS KMS whose remedy is known. */
type KmsErrorName =
  | "AccessDeniedException"
  | "CredentialsProviderError"
  | "DisabledException"
  | "ExpiredTokenException"
  | "InvalidKeyUsageException"
  | "InvalidSignatureException"
  | "KMSInvalidStateException"
  | "NotFoundException"
  | "UnrecognizedClientException"
  | "ValidationException";

/** What an error means for a key, and what mends it. */
type Describe = (key: KmsKeyName, algorithm: string) => string;

/**
 * Sources: AWS KMS API Reference, "Sign" and "Common errors"; AWS KMS Developer Guide, "Key states of AWS KMS
 * keys".
 */
const problems: Readonly<Record<KmsErrorName, Describe>> = {
  AccessDeniedException: () =>
    "AWS KMS denied access; allow kms:Sign on this key for the role that runs this code: the cause names both",
  CredentialsProviderError: () =>
    "the client found no credentials; configure them, or run this code with a role that may use kms:Sign",
  DisabledException: (key) => `the key is disabled; enable it: ${awsCommand("enable-key", key)}`,
  ExpiredTokenException: () =>
    "the credentials of the client have expired; give it a provider that renews them",
  InvalidKeyUsageException: (key, algorithm) =>
    `the key in AWS KMS cannot sign with ${algorithm}, which publicKey needs; look at its KeyUsage and KeySpec: ${awsCommand("describe-key", key)}`,
  InvalidSignatureException: () =>
    "AWS KMS refused the signature of the request itself; check the secret access key and this machine's clock",
  KMSInvalidStateException: (key) =>
    `the key is in a state in which it cannot sign, such as PendingDeletion; look at its KeyState: ${awsCommand("describe-key", key)}`,
  NotFoundException: (key) =>
    `AWS KMS has no such key; check keyId (an alias starts with alias/) and the client's account and region: ${awsCommand("describe-key", key)}`,
  UnrecognizedClientException: () =>
    "AWS KMS does not know the access key of the client; check its credentials, and the session token of temporary ones",
  ValidationException: (_, algorithm) =>
    `AWS KMS refused the input; pass it to SignCommand as it is, for a key that signs with ${algorithm}`,
};

/** Throws for a signature that AWS KMS did not make. */
export function refuseKmsFailure(failure: CallFailure, key: KmsKeyName, algorithm: string): never {
  const { outcome, attempts } = failure;
  if (outcome.id === "timeout") return refuseFailure(failure);
  if (isThrottling(outcome.error)) {
    return refuseFailure(
      failure,
      `AWS KMS throttled the call${inAttempts(attempts)}; sign less often (signer.grant, or memo with cacheWindow), lower concurrency, or request a higher quota`,
    );
  }
  const name = errorNames(outcome.error).find(isKnown);
  return refuseFailure(failure, name && problems[name](key, algorithm));
}

/** A command of the AWS CLI about a key, whose name has no character that a shell reads. */
export function awsCommand(action: string, { name, region }: KmsKeyName): string {
  return `aws kms ${action} ${flag("--key-id", name)}${region === undefined ? "" : ` ${flag("--region", region)}`}`;
}

/** With = where the AWS CLI would take the value for an option. */
function flag(name: string, value: string): string {
  return `${name}${value.startsWith("-") ? "=" : " "}${value}`;
}

function isKnown(name: string): name is KmsErrorName {
  return Object.hasOwn(problems, name);
}
