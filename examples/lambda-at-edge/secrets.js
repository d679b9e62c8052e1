import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { appSecret, region } from "./settings.js";

const client = new SecretsManagerClient({ region });

/** @param {string} SecretId @param {AbortSignal} [abortSignal] */
export async function readSecret(SecretId, abortSignal) {
  const secret = await client.send(new GetSecretValueCommand({ SecretId }), { abortSignal });
  return secret.SecretString ?? "";
}

/** @typedef {{ sessionSecret: string, user: string, password: string }} AppSecrets */

/** @type {Promise<AppSecrets> | undefined} */
let loaded;

/** Read once for each copy of the function; after a failure, again. @returns {Promise<AppSecrets>} */
export function appSecrets() {
  loaded ??= readSecret(appSecret)
    .then(parse)
    .catch((error) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}

/** @param {string} text @returns {AppSecrets} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: its message quotes the text, and goes into the log.
    throw new Error(
      `${appSecret}: the secret is not JSON; write { "sessionSecret": "…", "user": "…", "password": "…" }`,
    );
  }
}
