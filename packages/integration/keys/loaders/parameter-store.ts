import { GetParameterCommand, type SSMClient } from "@aws-sdk/client-ssm";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * One SecureString holds the key and its ID as JSON: one PutParameter replaces both.
 */
export function keyInParameterStore(client: SSMClient, Name: string) {
  return async ({ signal }: LoadContext) => {
    const command = new GetParameterCommand({ Name, WithDecryption: true });
    const { Parameter } = await client.send(command, { abortSignal: signal });
    return Parameter?.Value ?? "";
  };
}
