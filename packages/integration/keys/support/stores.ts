import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import type { LoadKey } from "cloudfront-sign-webcrypto";
import { clientOptions } from "../../support/moto.ts";
import { keyInParameterStore } from "../loaders/parameter-store.ts";
import { pemInParameterStore } from "../loaders/parameter-store-pem.ts";
import { keyInSecretsManager } from "../loaders/secrets-manager.ts";
import { pemInSecretsManager } from "../loaders/secrets-manager-pem.ts";
import { jsonOf, type Pair } from "./keys.ts";

/** A store of secrets in which one key at a time is the one that signs. */
export interface Store {
  /** The loader of the documentation. */
  readonly load: LoadKey;
  /** Puts the first key or another one into the store, as an administrator does it. */
  put(pair: Pair): Promise<unknown>;
}

export const stores = {
  "a secret in Secrets Manager": (endpoint: string): Store => {
    const client = new SecretsManagerClient(clientOptions(endpoint));
    return {
      load: keyInSecretsManager(client, "signing-key"),
      put: (pair) => putSecret(client, "signing-key", jsonOf(pair)),
    };
  },
  "a PEM in Secrets Manager": (endpoint: string): Store => {
    const client = new SecretsManagerClient(clientOptions(endpoint));
    return {
      load: pemInSecretsManager(client),
      put: async ({ keyPairId, privateKey }) => {
        await putSecret(client, `cloudfront/${keyPairId}`, privateKey);
        await putSecret(client, "cloudfront/current", keyPairId);
      },
    };
  },
  "a SecureString in Parameter Store": (endpoint: string): Store => {
    const client = new SSMClient(clientOptions(endpoint));
    return {
      load: keyInParameterStore(client, "/signing-key"),
      put: (pair) => putParameter(client, "/signing-key", jsonOf(pair)),
    };
  },
  "a PEM in Parameter Store": (endpoint: string): Store => {
    const client = new SSMClient(clientOptions(endpoint));
    return {
      load: pemInParameterStore(client),
      put: async ({ keyPairId, privateKey }) => {
        await putParameter(client, `/cloudfront/${keyPairId}`, privateKey);
        await putParameter(client, "/cloudfront/current", keyPairId);
      },
    };
  },
};

async function putSecret(client: SecretsManagerClient, name: string, value: string): Promise<void> {
  try {
    await client.send(new PutSecretValueCommand({ SecretId: name, SecretString: value }));
  } catch {
    await client.send(new CreateSecretCommand({ Name: name, SecretString: value }));
  }
}

const putParameter = (client: SSMClient, Name: string, Value: string) =>
  client.send(new PutParameterCommand({ Name, Value, Type: "SecureString", Overwrite: true }));
