import { CreateKeyCommand, GetPublicKeyCommand, type KeySpec, KMSClient } from "@aws-sdk/client-kms";
import { derToPem } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { clientOptions } from "../../support/moto.ts";

/** A client of AWS KMS whose calls go to this address. */
export const kmsClient = (endpoint: string) => new KMSClient(clientOptions(endpoint));

/** Makes a key of this kind. @returns its ID, and its public key as the PEM that CloudFront accepts */
export async function createKmsKey(client: KMSClient, spec: KeySpec) {
  const { KeyMetadata } = await client.send(new CreateKeyCommand({ KeySpec: spec, KeyUsage: "SIGN_VERIFY" }));
  const keyId = KeyMetadata?.KeyId ?? "";
  const { PublicKey = new Uint8Array() } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  return { keyId, publicKey: derToPem(PublicKey, "PUBLIC KEY") };
}
