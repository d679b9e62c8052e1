import { GetParameterCommand, type SSMClient } from "@aws-sdk/client-ssm";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * The SecureString `/cloudfront/K2JCJMDEHXQW5F` holds the PEM of the key with this ID
 * and never changes. The parameter `/cloudfront/current` holds the ID of the key that
 * signs: one PutParameter there switches to another key.
 */
export function pemInParameterStore(client: SSMClient) {
  return async ({ signal }: LoadContext) => {
    const read = async (name: string) => {
      const command = new GetParameterCommand({
        Name: `/cloudfront/${name}`,
        WithDecryption: true,
      });
      return (
        (await client.send(command, { abortSignal: signal })).Parameter?.Value ?? ""
      );
    };
    const keyPairId = await read("current");
    return { keyPairId, privateKey: await read(keyPairId) };
  };
}
