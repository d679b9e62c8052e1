import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";

const privateKey = keyText("ecp256.pkcs8.pem");
const onError = (): void => {};

/** Signs with what `load` returns, or with the error that it throws. */
function signWith(returned: unknown, options: object = {}): Promise<string> {
  const load = async () => {
    if (returned instanceof Error) throw returned;
    return returned as string;
  };
  return createCloudFrontSigner({ key: loadedKey({ load, onError, ...options }) }).signUrl(`${host}/a`, {
    dateLessThan: end,
  });
}

function badLoad(given: string, returned: unknown, message: string): Fault {
  return {
    given: `load: ${given}`,
    run: () => signWith(returned),
    code: "ERR_KEY_LOAD_FAILED",
    message: `load: ${message}`,
  };
}

function badOption(given: string, options: object, message: string): Fault {
  return {
    given: `loadedKey({ ${given} })`,
    run: () => loadedKey({ load: () => "", onError, ...options }),
    code: "ERR_OPTION_INVALID",
    message,
  };
}

function badKey(given: string, key: unknown, message: string): Fault {
  return {
    given: `key: ${given}`,
    run: () => createCloudFrontSigner({ key: key as ReturnType<typeof loadedKey> }),
    code: "ERR_OPTION_INVALID",
    message: `key: ${message}`,
  };
}

const unusable = "returned a key that cannot be used";

/** Faults of loaders, and of what they return. */
export const loadedKeyFaults: readonly Fault[] = [
  badLoad("async () => { throw new Error() }", new Error(), "failed; see the cause of this error"),
  {
    given: "load: () => Promise.reject()",
    run: () => loadedKey({ load: () => Promise.reject(), onError }).reload(),
    code: "ERR_KEY_LOAD_FAILED",
    message: "load: failed with undefined; throw an Error that says why",
  },
  badLoad(
    "async () => JSON.parse(secret), with a secret that is not JSON",
    new SyntaxError("Unexpected token"),
    "failed with a SyntaxError, whose message may quote the key; return the secret as text, which is parsed as JSON here",
  ),
  {
    given: 'load: () => new Promise(() => {}), with timeout: "1s"',
    run: () => {
      const key = loadedKey({ load: () => new Promise(() => {}), onError, timeout: "1s" });
      return inVirtualTime(() => key.reload());
    },
    code: "ERR_KEY_LOAD_FAILED",
    message: "load: took longer than 1 s; check whether the key store responds, or raise timeout",
  },
  badLoad("async () => undefined", undefined, "returned undefined; return { keyPairId, privateKey }"),
  badLoad("async () => [key]", [privateKey], "returned an array; return { keyPairId, privateKey }"),
  badLoad('async () => ""', "", "returned an empty text; check that the secret has a value"),
  badLoad(
    "async () => pem",
    privateKey,
    "returned a PEM without its ID; return { keyPairId, privateKey: pem }",
  ),
  badLoad(
    'async () => "keyPairId=K2JCJMDEHXQW5F"',
    "keyPairId=K2JCJMDEHXQW5F",
    'returned a text that is not JSON; return {"keyPairId": "K…", "privateKey": "-----BEGIN …"}, or the object itself',
  ),
  badLoad(
    "async () => '[]'",
    "[]",
    'returned JSON of an array; the secret has to be an object: {"keyPairId": "K…", "privateKey": "-----BEGIN …"}',
  ),
  badLoad(
    "() => client.send(new GetSecretValueCommand(input))",
    { ARN: "arn:aws:secretsmanager:…", SecretString: "{}" },
    "returned the response of Secrets Manager; return its SecretString",
  ),
  badLoad(
    "() => client.send(new GetParameterCommand(input))",
    { Parameter: { Value: "{}" } },
    "returned the response of Parameter Store; return its Parameter.Value",
  ),
  badLoad(
    "async () => Parameter.Value, read without WithDecryption",
    `AQICAH${"h".repeat(74)}`,
    "returned text that is encrypted by AWS KMS; read the SSM parameter with WithDecryption: true, or decrypt the text first",
  ),
  badLoad(
    "() => fetch(url)",
    new Response("{}"),
    "returned a Response; return its text: (await fetch(url)).text()",
  ),
  {
    given:
      "load: async () => ({ keyPairId: process.env.KEY_PAIR_ID, privateKey: await secret() }), after a rotation",
    run: async () => {
      const keys = [keyText("rsa2048.pkcs8.pem"), keyText("rsa2048-b.pkcs8.pem")];
      const load = () => ({ keyPairId, privateKey: keys.shift() as string });
      const key = loadedKey({ load, onError });
      await key.reload();
      await key.reload();
    },
    code: "ERR_KEY_LOAD_FAILED",
    message:
      "load: returned a different key for the same ID, but the key of an ID never changes in CloudFront; return the ID and the key from one secret, or restart the program if its first key was wrong",
  },
  badLoad(
    "async () => ({ privateKey })",
    { privateKey },
    `${unusable}: keyPairId: is undefined, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set`,
  ),
  badLoad(
    "async () => ({ keypairId, privateKey })",
    { keypairId: keyPairId, privateKey },
    `${unusable}: keypairId: no such option; did you mean keyPairId?`,
  ),
  badLoad(
    "async () => ({ keyPairId, privateKey, [passphrase]: true })",
    { keyPairId, privateKey, "correct horse": true },
    "returned an object with an unknown member, not shown because it may be secret; return only these: keyPairId, allowEmulatorKeyPairIds, privateKey, passphrase, hashAlgorithm",
  ),
  badLoad(
    "async () => ({ keyPairId, privateKey: undefined })",
    { keyPairId, privateKey: undefined },
    `${unusable}: privateKey: is undefined; check that the environment variable, field or secret exists`,
  ),
  badOption(
    "onError",
    { load: undefined },
    "load: is undefined; pass a function: async () => ({ keyPairId, privateKey })",
  ),
  badOption(
    "load: pem, onError",
    { load: privateKey },
    "load: is a string; pass a function: async () => ({ keyPairId, privateKey })",
  ),
  badOption(
    "load",
    { onError: undefined },
    "onError: is undefined; pass a function: (error) => console.error(error.message, error.cause)",
  ),
  badOption(
    "load, onError, waitUntil: ctx",
    { waitUntil: {} },
    "waitUntil: is an object; pass a function: (load) => context.waitUntil(load)",
  ),
  badKey(
    "async () => ({ keyPairId, privateKey })",
    async () => ({}),
    "is a function, not a key from loadedKey() of this copy of the package; pass loadedKey({ load, onError }), or keyPairId and privateKey without key",
  ),
  badKey(
    "pem",
    privateKey,
    "is a string, not a key from loadedKey() of this copy of the package; pass loadedKey({ load, onError }), or keyPairId and privateKey without key",
  ),
  badKey(
    "undefined",
    undefined,
    "is undefined, not a key from loadedKey() of this copy of the package; pass loadedKey({ load, onError }), or keyPairId and privateKey without key",
  ),
  badKey(
    "a key of another copy of the package",
    { keyPairId: undefined, reload: () => undefined },
    "is an object, not a key from loadedKey() of this copy of the package; pass loadedKey({ load, onError }), or keyPairId and privateKey without key",
  ),
  {
    given: "{ key, keyPairId }",
    run: () => createCloudFrontSigner({ key: loadedKey({ load: () => "", onError }), keyPairId } as never),
    code: "ERR_OPTION_CONFLICT",
    message:
      "keyPairId: cannot be combined with key, which has its own; remove it here, and return it from load",
  },
];
