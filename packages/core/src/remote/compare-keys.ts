/** Prints a public key as the base64 of its DER, as AWS KMS does: the body of its PEM in one line. */
const printPublicKey = "openssl pkey -pubin -in public.pem -outform DER | openssl base64 -A";

/**
 * For a signature that is not valid with `publicKey`. `signer` names the key that made it; `command` prints the
 * public key of that one as the base64 of its DER.
 */
export function describeOtherKey(signer: string, command?: string): string {
  const problem = `is not the public key of ${signer}`;
  return command === undefined
    ? `${problem}; compare it with the public key that the service shows: ${printPublicKey}`
    : `${problem}; these two commands print the same for one key: ${command}; ${printPublicKey}`;
}
