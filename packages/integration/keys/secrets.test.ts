import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignCommand } from "@aws-sdk/client-kms";
import { keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontSigner,
  type LoadKey,
  loadedKey,
  type RemoteSigner,
} from "cloudfront-sign-webcrypto";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { expect, it, onTestFinished } from "vitest";
import { secretAccessKey } from "../support/moto.ts";
import { base64Of, everythingOf, leaksIn } from "../support/secrets.ts";
import { itWithMoto, itWithSoftHsm } from "../support/with-programs.ts";
import { keyInKms } from "./loaders/aws-kms.ts";
import { keyOverHttp } from "./loaders/http.ts";
import { awsError, startFaultyProxy } from "./support/faulty-proxy.ts";
import { startKeyServer } from "./support/key-server.ts";
import { jsonOf, oldKey } from "./support/keys.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";
import { makeToken, pin } from "./support/soft-hsm.ts";
import { stores } from "./support/stores.ts";

/** Nothing that a log could show of keys, signers and errors has anything secret in it. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };
const now = () => moment;
const token = "9f8e7d6c5b4a3928";
const encrypted = keyText("rsa2048.enc-aes256-sha256.pkcs8.pem");
const wrongPassphrase = "incorrect donkey";
const wrongPin = "1570-wrong-PIN";
const pem = oldKey.privateKey;
const secrets = [
  base64Of(pem),
  base64Of(encrypted),
  passphrase,
  wrongPassphrase,
  token,
  secretAccessKey,
  pin,
  wrongPin,
];
const leaks = (values: readonly unknown[]) => leaksIn(values.map(everythingOf).join("\n"), secrets);

/** What an application can show of a key that was loaded, or whose load failed. */
async function shown(load: LoadKey): Promise<unknown[]> {
  const values: unknown[] = [];
  const key = loadedKey({ load, onError: (error) => values.push(error) });
  const signer = createCloudFrontSigner({ key, now });
  values.push(key, signer);
  values.push(await signer.signUrl(url, terms).catch((error: unknown) => error));
  values.push(await key.reload().catch((error: unknown) => error));
  return values;
}

it("the search finds what it looks for", () => {
  const error = new Error("failed", { cause: new Error(`x${pem.split("\n")[3]?.slice(5, 25)}x`) });
  expect(leaks([error]).length).toBeGreaterThan(0);
  expect(leaks([{ a: { b: [`${passphrase}!`] } }])).not.toEqual([]);
});

const id = oldKey.keyPairId;
const json = jsonOf(oldKey);
const texts: Record<string, string> = {
  "that is right": json,
  "with an encrypted key": JSON.stringify({ keyPairId: id, privateKey: encrypted, passphrase }),
  "with a wrong passphrase": JSON.stringify({
    keyPairId: id,
    privateKey: encrypted,
    passphrase: wrongPassphrase,
  }),
  "with a passphrase without quotes": `{"keyPairId":"${id}","passphrase":${passphrase}}`,
  "with a key without quotes": `{"keyPairId":"${id}","privateKey":${pem.split("\n")[1]}}`,
  "with real line breaks in the key": `{"keyPairId":"${id}","privateKey":"${pem}"}`,
  "that is cut off": json.slice(0, 900),
  "with a key that is cut off": JSON.stringify({ keyPairId: id, privateKey: pem.slice(0, 900) }),
  "with a changed key": JSON.stringify({ keyPairId: id, privateKey: pem.replace(/A/g, "B") }),
  "with ID and key exchanged": JSON.stringify({ keyPairId: pem, privateKey: id }),
  "with names and values exchanged": JSON.stringify({ [id]: "keyPairId", [pem]: "privateKey" }),
  "with a base64 line as a name": JSON.stringify({
    [pem.split("\n")[1] ?? ""]: pem,
    [passphrase]: passphrase,
  }),
  "with the key as the hash algorithm": JSON.stringify({
    ...oldKey,
    publicKey: undefined,
    hashAlgorithm: pem,
  }),
  "with the passphrase as an object": JSON.stringify({
    keyPairId: id,
    privateKey: encrypted,
    passphrase: { passphrase },
  }),
  "with the key in an array": JSON.stringify([id, pem]),
  "with JSON in a JSON string": JSON.stringify(json),
  "that is the PEM alone": pem,
  "that is the base64 of the PEM": btoa(pem),
  "that is a line of the key": pem.split("\n")[1] ?? "",
};
it.for(Object.keys(texts))("a secret %s leaks nothing", async (title) => {
  const text = texts[title] ?? "";
  const endpoint = await startKeyServer((_, answer) => void answer.end(text));
  expect(leaks(await shown(() => text))).toEqual([]);
  expect(leaks(await shown(keyOverHttp(endpoint, token)))).toEqual([]);
  // Loaders that people write: JSON.parse quotes what it cannot read.
  expect(leaks(await shown(() => JSON.parse(text)))).toEqual([]);
  expect(leaks(await shown(async () => (await fetch(endpoint)).json()))).toEqual([]);
});

itWithMoto("a store, its response and a broken response leak nothing", async ({ moto }) => {
  for (const storeAt of Object.values(stores)) {
    const store = storeAt(moto);
    await store.put(oldKey);
    expect(leaks(await shown(store.load))).toEqual([]);
    const response = { $metadata: {}, SecretString: json } as unknown as string;
    expect(leaks(await shown(() => response))).toEqual([]);
  }
  // A service that breaks off in the middle of the response with the secret.
  for (const body of [`{"SecretString":${JSON.stringify(json)}`, `{"SecretString":${json}`]) {
    const address = await startKeyServer((_, answer) => {
      answer.writeHead(200, { "Content-Type": "application/x-amz-json-1.1" }).end(body);
    });
    const store = stores["a secret in Secrets Manager"](new URL("/", address).href);
    expect(leaks(await shown(store.load))).toEqual([]);
  }
});

itWithMoto("a key in AWS KMS leaks nothing", async ({ moto }) => {
  const client = kmsClient(moto);
  const { keyId, publicKey } = await createKmsKey(client, "RSA_2048");
  const refusing = await startFaultyProxy(moto, awsError("AccessDeniedException"));
  const unreachable = "http://127.0.0.1:1";
  const keysInKms = [
    keyInKms(client, keyId, publicKey),
    keyInKms(client, "unknown", publicKey),
    keyInKms(kmsClient(refusing.address), keyId, publicKey),
    keyInKms(client, keyId, keyText("rsa2048-b.pub.spki.pem")),
    awsKmsKey({
      keyId,
      publicKey,
      attempts: 1,
      sign: (input) => kmsClient(unreachable).send(new SignCommand(input)),
    }),
  ];
  for (const privateKey of keysInKms) {
    const all = await shown(() => ({ keyPairId: id, privateKey }));
    expect(leaks([privateKey, ...all])).toEqual([]);
  }
});

itWithSoftHsm("a key in a token and a wrong PIN leak nothing", async ({ softHsm }) => {
  const folder = mkdtempSync(join(tmpdir(), "token-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await makeToken(folder, { rsa: pem });
  const { keyInToken, openToken } = await import("./loaders/pkcs11.ts");
  const { default: pkcs11js } = await import("pkcs11js");
  const wrong = await (async () => openToken(softHsm, wrongPin).openSession())().catch(
    (error: unknown) => error,
  );
  expect(wrong).toMatchObject({ message: "CKR_PIN_INCORRECT" });
  const module = new pkcs11js.PKCS11();
  module.load(softHsm);
  module.C_Finalize();

  const opened = openToken(softHsm, pin);
  const privateKeys = [oldKey.publicKey, keyText("rsa2048-b.pub.spki.pem")].map((publicKey) =>
    keyInToken(opened, "rsa", publicKey),
  );
  for (const privateKey of privateKeys) {
    const all = await shown(() => ({ keyPairId: id, privateKey }));
    expect(leaks([wrong, opened, privateKey, ...all])).toEqual([]);
  }
  module.C_Finalize();
  expect(leaks(await shown(() => ({ keyPairId: id, privateKey: privateKeys[0] as RemoteSigner })))).toEqual(
    [],
  );
});
