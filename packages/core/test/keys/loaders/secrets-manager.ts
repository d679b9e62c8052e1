import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { parseKey } from "./parse-key.ts";

/** One secret holds the key and its ID as JSON: one PutSecretValue replaces both. */
export function keyInSecretsManager(client: SecretsManagerClient, SecretId: string) {
  return async ({ signal }: { signal: AbortSignal }) => {
    const secret = await client.send(new GetSecretValueCommand({ SecretId }), { abortSignal: signal });
    return parseKey(secret.SecretString);
  };
}
