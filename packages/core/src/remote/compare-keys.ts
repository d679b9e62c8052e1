/** Prints a public key as the base64 of its DER, as AWS KMS does: the body of its PEM in one line. */
const printPublicKey = "openssl pkey -pubin -in public.pem -outform DER | openssl base64 -A";

/**
 * For a signature that another key made. `meant` names the key that was meant; `command` prints its public key
 * as the base64 of its DER.
 */
export function describeOtherKey(meant: string, command?: string): string {
  const problem = `is not the public key of ${meant}, which signed`;
  return command === undefined
    ? `${problem}; compare it with the public key that the service shows: ${printPublicKey}`
    : `${problem}; these two commands print the same for one key: ${command}; ${printPublicKey}`;
}
