// Signs with the key in the secret that is linked to this function.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { cloudFrontUrl, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { Resource } from "sst";

const { domain, secretArn } = Resource.PrivateFiles;
const client = new SecretsManagerClient();
const reloads: Promise<unknown>[] = [];

const key = loadedKey({
  async load({ signal }) {
    const command = new GetSecretValueCommand({ SecretId: secretArn });
    return (await client.send(command, { abortSignal: signal })).SecretString ?? "";
  },
  // After a rotation, every copy of the function has the new key within this time.
  reloadAfter: "10m",
  waitUntil: (reload) => reloads.push(reload),
  onError: (error) => console.error(error.message, error.cause),
});
const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });

/** Check first that the user may see this file. */
export async function handler({ file }: { file: string }): Promise<{ url: string }> {
  try {
    return { url: await signer.signUrl(cloudFrontUrl(`https://${domain}`, file), { expiresIn: "5m" }) };
  } finally {
    // Before Lambda freezes the process.
    await Promise.all(reloads.splice(0));
  }
}
