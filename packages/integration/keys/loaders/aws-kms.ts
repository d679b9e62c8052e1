import { type KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";

/**
 * A key that never leaves KMS. `publicKey` is the PEM that the key group of CloudFront
 * has.
 */
export function keyInKms(client: KMSClient, keyId: string, publicKey: string) {
  return awsKmsKey({
    keyId,
    publicKey,
    sign: (input, { abortSignal }) =>
      client.send(new SignCommand(input), { abortSignal }),
  });
}
