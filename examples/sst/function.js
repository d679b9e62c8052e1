import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { cloudFrontUrl, createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";

const { CDN_DOMAIN, KEY_SECRET } = process.env;
if (!CDN_DOMAIN || !KEY_SECRET)
  throw new Error("CDN_DOMAIN and KEY_SECRET must be set; sst.config.ts sets them");

const client = new SecretsManagerClient();
const key = loadedKey({
  load: async ({ signal: abortSignal }) => {
    const secret = await client.send(new GetSecretValueCommand({ SecretId: KEY_SECRET }), { abortSignal });
    return secret.SecretString ?? "";
  },
  reloadAfter: "5m",
  timeout: "3s",
  onError: (error) => console.error(error.message, error.cause),
});
const signer = createCloudFrontSigner({ key, maxLifetime: "5m" });

/** @param {{ file: string }} event the key of an object that the caller may read */
export async function handler({ file }) {
  const url = cloudFrontUrl(`https://${CDN_DOMAIN}`, file);
  return { url: await signer.signUrl(url, { expiresIn: "5m" }) };
}
