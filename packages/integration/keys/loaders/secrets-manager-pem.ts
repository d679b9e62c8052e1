import {
  GetSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * The secret `cloudfront/K2JCJMDEHXQW5F` holds the PEM of the key with this ID and
 * never changes. The secret `cloudfront/current` holds the ID of the key that signs:
 * one PutSecretValue there switches to another key.
 */
export function pemInSecretsManager(client: SecretsManagerClient) {
  return async ({ signal }: LoadContext) => {
    const read = async (name: string) => {
      const command = new GetSecretValueCommand({ SecretId: `cloudfront/${name}` });
      return (await client.send(command, { abortSignal: signal })).SecretString ?? "";
    };
    const keyPairId = await read("current");
    return { keyPairId, privateKey: await read(keyPairId) };
  };
}
