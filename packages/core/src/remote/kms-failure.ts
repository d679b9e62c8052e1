import { inAttempts, refuseFailure } from "./call-failure.ts";
import { errorNames } from "./error-names.ts";
import { type KmsKeyName, kmsKeyName } from "./kms-key-id.ts";
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

type Describe = (command: (action: string) => string, algorithm: string) => string;

/**
 * What each means, and what mends it. Sources: AWS KMS API Reference, "Sign" and "Common errors"; AWS KMS
 * Developer Guide, "Key states of AWS KMS keys".
 */
const problems: Record<KmsErrorName, Describe> = {
  AccessDeniedException: () =>
    "access denied by AWS KMS; allow kms:Sign on this key for the role that runs this code (the message of the cause names it)",
  CredentialsProviderError: () =>
    "found no credentials for AWS KMS; give the client credentials, or run this code with a role that may use kms:Sign",
  DisabledException: (command) => `the key is disabled in AWS KMS; enable it: ${command("enable-key")}`,
  ExpiredTokenException: () =>
    "the credentials of the client have expired; let the client load them from a provider that renews them",
  InvalidKeyUsageException: (command, algorithm) =>
    `the key in AWS KMS does not sign with ${algorithm}, which publicKey needs; see its KeyUsage and KeySpec: ${command("describe-key")}`,
  InvalidSignatureException: () =>
    "AWS KMS refused the signature of the request; check the secret access key and the clock of this machine",
  KMSInvalidStateException: (command) =>
    `the key in AWS KMS is in a state in which it cannot sign (pending deletion, for example); see its KeyState: ${command("describe-key")}`,
  NotFoundException: (command) =>
    `AWS KMS has no such key in the client's account and region; check keyId (an alias starts with alias/) and the region: ${command("describe-key")}`,
  UnrecognizedClientException: () =>
    "AWS KMS does not know the client's access key; check its credentials, and the session token of temporary ones",
  ValidationException: (_, algorithm) =>
    `AWS KMS refused the input; pass it to SignCommand unchanged, with a key that signs with ${algorithm}`,
};

/** Throws for a signature that AWS KMS did not make. */
export function refuseKmsFailure(failure: CallFailure, keyId: string, algorithm: string): never {
  const { outcome, attempts } = failure;
  if (outcome.id === "timeout") return refuseFailure(failure);
  if (isThrottling(outcome.error)) {
    return refuseFailure(
      failure,
      `AWS KMS throttled the call${inAttempts(attempts)}; sign less often (signer.grant, cacheWindow with memo), lower concurrency, or raise the quota of cryptographic operations`,
    );
  }
  const name = errorNames(outcome.error).find(isKnown);
  if (name === undefined) return refuseFailure(failure);
  const command = (action: string): string => awsCommand(action, kmsKeyName(keyId));
  return refuseFailure(failure, problems[name](command, algorithm));
}

/** A command of the AWS CLI about a key. `keyId` was checked: the shell reads none of its characters. */
export function awsCommand(action: string, { name, region }: KmsKeyName): string {
  return `aws kms ${action} --key-id ${name}${region === undefined ? "" : ` --region ${region}`}`;
}

function isKnown(name: string): name is KmsErrorName {
  return Object.hasOwn(problems, name);
}
