import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { appSecret, region } from "./settings.js";

const client = new SecretsManagerClient({ region });

/** @param {string} SecretId @param {AbortSignal} [abortSignal] */
export async function readSecret(SecretId, abortSignal) {
  const secret = await client.send(new GetSecretValueCommand({ SecretId }), { abortSignal });
  return secret.SecretString ?? "";
}

/** The form of each member of the secret, which no placeholder such as change-me has, and what to write. */
const forms = /** @type {const} */ ({
  // No repeated piece, words of a sample or a row such as 12345678.
  sessionSecret: [
    /^(?!(.{1,32})\1+.{0,15}$)(?!.*(change|replace|your[-_]|password|secret|character|example|openssl|<|01234567|12345678|abcdefgh))\S{32,}$/i,
    "at least 32 random characters, such as those of openssl rand -hex 32",
  ],
  user: [/^[^\s"'][^\s"]*@[^\s"]*[^\s"']$/, "an e-mail address, such as ada@example.com"],
  password: [/^(?!(.)\1*$)\S.{10,}\S$/, "at least 12 characters, such as those of openssl rand -hex 12"],
});

/** @typedef {Record<keyof typeof forms, string>} AppSecrets */

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
  const secrets = json(text);
  for (const [name, [form, what]] of Object.entries(forms)) {
    const value = secrets?.[name] ?? "";
    if (typeof value === "string" && form.test(value)) continue;
    const isGuessable = name === "sessionSecret" && typeof value === "string" && /^\S{32,}$/.test(value);
    const state = isGuessable ? "a sample or a pattern, which others can guess" : "not usable";
    throw new Error(`${appSecret}: ${name} is ${value ? state : "not set"}; write ${what}, into the secret`);
  }
  return secrets;
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: its message quotes the text, and goes into the log.
    throw new Error(
      `${appSecret}: the secret is not JSON; write { "sessionSecret": "…", "user": "…", "password": "…" }`,
    );
  }
}
