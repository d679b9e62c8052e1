import {
  GetSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/** One secret holds the key and its ID as JSON: one PutSecretValue replaces both. */
export function keyInSecretsManager(client: SecretsManagerClient, SecretId: string) {
  return async ({ signal }: LoadContext) => {
    const secret = await client.send(new GetSecretValueCommand({ SecretId }), {
      abortSignal: signal,
    });
    return secret.SecretString ?? "";
  };
}
